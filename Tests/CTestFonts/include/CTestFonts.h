// Empty: what this target does, it does when the tests are loaded.
