/// A decoded picture, or the recipe of one: libvips computes pixels when they are asked for.
public final class Image {}
