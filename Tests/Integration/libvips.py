"""The commands vips and vipsheader without a process for each, which costs 60 ms for a millisecond of work."""

import ctypes
import os
import re
import subprocess
import tempfile

from ctypes import POINTER, byref, c_char_p, c_int, c_void_p
from ctypes.util import find_library

# The operations that print what they find.
PRINTING = {"avg", "deviate", "getpoint", "max", "min"}


def library(name):
    if found := find_library(name):
        return ctypes.CDLL(found)
    # Homebrew's folder is none in which Apple's Python looks.
    folder = subprocess.run(["pkg-config", "--variable=libdir", name], capture_output=True, text=True, check=True).stdout.strip()
    return ctypes.CDLL(f"{folder}/lib{name}.dylib")


system, lib, glib, gobject = ctypes.CDLL(None), library("vips"), library("glib-2.0"), library("gobject-2.0")
for function, result, *arguments in [
    (lib.vips_operation_new, c_void_p, c_char_p),
    (lib.vips_call_options, None, c_void_p, c_void_p),
    (lib.vips_call_argv, c_int, c_void_p, c_int, POINTER(c_char_p)),
    (lib.vips_object_unref_outputs, None, c_void_p),
    (lib.vips_error_buffer_copy, c_void_p),
    (lib.vips_image_new_from_file, c_void_p, c_char_p, c_void_p),
    (lib.vips_image_get_fields, POINTER(c_char_p), c_void_p),
    (lib.vips_image_get_as_string, c_int, c_void_p, c_char_p, POINTER(c_void_p)),
    (lib.vips_version, c_int, c_int),
    (glib.g_option_context_new, c_void_p, c_char_p),
    (glib.g_option_context_set_main_group, None, c_void_p, c_void_p),
    (glib.g_option_context_parse, c_int, c_void_p, POINTER(c_int), POINTER(POINTER(c_char_p)), POINTER(c_void_p)),
    (glib.g_option_context_free, None, c_void_p),
    (glib.g_option_group_new, c_void_p, c_char_p, c_char_p, c_char_p, c_void_p, c_void_p),
    (glib.g_free, None, c_void_p),
    (glib.g_strfreev, None, c_void_p),
    (gobject.g_object_unref, None, c_void_p),
]:
    function.restype, function.argtypes = result, arguments
if lib.vips_init(b"tests") != 0:
    raise RuntimeError("libvips does not start")
# It remembers files by their names, which are used again for others.
lib.vips_cache_set_max(0)


def failure(command):
    pointer = lib.vips_error_buffer_copy()
    text = ctypes.string_at(pointer).decode(errors="replace").strip()
    glib.g_free(pointer)
    return RuntimeError(f"{' '.join(map(str, command))}: {text}")


def vips(*command):
    """Runs a command of vips, such as ("crop", "a.jpg", "b.png", 0, 0, 9, 9), and returns what it prints."""
    name, *words = [os.fsencode(str(word)) for word in command]
    operation = lib.vips_operation_new(name)
    if not operation:
        raise failure(command)
    context = glib.g_option_context_new(None)
    try:
        # Options are set while they are read.
        group = glib.g_option_group_new(b"operation", b"", b"", operation, None)
        lib.vips_call_options(group, operation)
        glib.g_option_context_set_main_group(context, group)
        # As a program's own name, the first word is no option.
        given = (c_char_p * (len(words) + 2))(b"vips", *words)
        count, rest = c_int(len(words) + 1), ctypes.cast(given, POINTER(c_char_p))
        if not glib.g_option_context_parse(context, byref(count), byref(rest), None):
            raise RuntimeError(f"{command}: an option is not known")
        left = [word for word in rest[1:count.value] if word != b"--"]
        arguments = (c_char_p * (len(left) + 1))(*left)

        def call():
            if lib.vips_call_argv(operation, len(left), arguments) != 0:
                raise failure(command)

        return printed(call) if name.decode() in PRINTING else call() or ""
    finally:
        glib.g_option_context_free(context)
        lib.vips_object_unref_outputs(operation)
        gobject.g_object_unref(operation)


def printed(call):
    """What a call prints with C's own output."""
    system.fflush(None)
    kept = os.dup(1)
    with tempfile.TemporaryFile() as file:
        os.dup2(file.fileno(), 1)
        try:
            call()
        finally:
            system.fflush(None)
            os.dup2(kept, 1)
            os.close(kept)
        file.seek(0)
        return file.read().decode()


def header(path):
    """The fields of a picture's header, as vipsheader prints them."""
    image = lib.vips_image_new_from_file(os.fsencode(str(path)), None)
    if not image:
        raise failure(["vipsheader", path])
    fields, names = {}, lib.vips_image_get_fields(image)
    for name in names:
        if name is None:
            break
        text = c_void_p()
        if lib.vips_image_get_as_string(image, name, byref(text)) == 0:
            value = ctypes.string_at(text).decode(errors="replace")
            # ((VipsBandFormat) VIPS_FORMAT_UCHAR)
            fields[name.decode()] = re.sub(r"^\(\(Vips\w+\) VIPS_[A-Z]+_(\w+)\)$", lambda found: found[1].lower(), value)
            glib.g_free(text)
    glib.g_strfreev(names)
    gobject.g_object_unref(image)
    return fields


def version():
    """Such as "8.14.1"."""
    return ".".join(str(lib.vips_version(part)) for part in range(3))
