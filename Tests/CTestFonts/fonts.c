// Has fontconfig find the fonts of Tests/Fixtures/fonts and no others, in the process of the tests and in those that it starts:
// fonts of the machine decide no test. The environment can only be changed safely while there is one thread, before any test.
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void use_fonts_of_the_tests(void)
{
    char path[PATH_MAX];
    // SwiftPM gives the compiler absolute paths: FOLDER/Tests/CTestFonts/fonts.c
    const char *own = strstr(__FILE__, "/CTestFonts/");
    if (own == NULL) return;
    snprintf(path, sizeof path, "%.*s/Fixtures/fonts/fonts.conf", (int) (own - __FILE__), __FILE__);
    setenv("FONTCONFIG_FILE", path, 1);
}
