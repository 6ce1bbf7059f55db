// Made by .ci/make-tables from functions.list. Include it after the headers of the library.
#include "alcedo_library.h"

#define FUNCTIONS_OF_ALCEDO_VIPS(F) \
    F(g_checksum_free) \
    F(g_checksum_get_digest) \
    F(g_checksum_new) \
    F(g_checksum_update) \
    F(g_free) \
    F(g_log) \
    F(g_log_set_handler) \
    F(g_malloc) \
    F(g_malloc0) \
    F(g_malloc0_n) \
    F(g_malloc_n) \
    F(g_memdup2) \
    F(g_mutex_clear) \
    F(g_mutex_init) \
    F(g_mutex_lock) \
    F(g_mutex_unlock) \
    F(g_object_class_find_property) \
    F(g_object_ref) \
    F(g_object_set_data_full) \
    F(g_object_unref) \
    F(g_once_impl) \
    F(g_once_init_enter) \
    F(g_once_init_leave) \
    F(g_param_spec_types) \
    F(g_ptr_array_add) \
    F(g_ptr_array_free) \
    F(g_ptr_array_new_with_free_func) \
    F(g_signal_connect_data) \
    F(g_snprintf) \
    F(g_strcmp0) \
    F(g_strdup) \
    F(g_try_malloc) \
    F(g_try_malloc_n) \
    F(g_type_check_instance_cast) \
    F(g_type_check_instance_is_a) \
    F(g_type_class_ref) \
    F(g_type_class_unref) \
    F(vips_addalpha) \
    F(vips_affine) \
    F(vips_area_free_cb) \
    F(vips_area_unref) \
    F(vips_array_double_new) \
    F(vips_array_int_get_type) \
    F(vips_array_int_new) \
    F(vips_arrayjoin) \
    F(vips_bandjoin2) \
    F(vips_blob_get_type) \
    F(vips_cache_set_max) \
    F(vips_cast) \
    F(vips_colourspace) \
    F(vips_concurrency_set) \
    F(vips_copy) \
    F(vips_embed) \
    F(vips_error) \
    F(vips_error_buffer_copy) \
    F(vips_error_clear) \
    F(vips_extract_area) \
    F(vips_extract_band) \
    F(vips_flip) \
    F(vips_format_sizeof_unsafe) \
    F(vips_gifload_buffer) \
    F(vips_gifsave_buffer) \
    F(vips_heifload_buffer) \
    F(vips_heifsave_buffer) \
    F(vips_icc_transform) \
    F(vips_image_copy_memory) \
    F(vips_image_generate) \
    F(vips_image_get_array_int) \
    F(vips_image_get_bands) \
    F(vips_image_get_blob) \
    F(vips_image_get_format) \
    F(vips_image_get_height) \
    F(vips_image_get_int) \
    F(vips_image_get_interpretation) \
    F(vips_image_get_typeof) \
    F(vips_image_get_width) \
    F(vips_image_hasalpha) \
    F(vips_image_map) \
    F(vips_image_new) \
    F(vips_image_new_from_memory) \
    F(vips_image_new_from_memory_copy) \
    F(vips_image_new_memory) \
    F(vips_image_pio_input) \
    F(vips_image_pipelinev) \
    F(vips_image_remove) \
    F(vips_image_set_array_int) \
    F(vips_image_set_blob) \
    F(vips_image_set_blob_copy) \
    F(vips_image_set_int) \
    F(vips_image_wio_input) \
    F(vips_image_write) \
    F(vips_image_write_line) \
    F(vips_image_write_to_memory) \
    F(vips_init) \
    F(vips_interpolate_new) \
    F(vips_jp2kload_buffer) \
    F(vips_jpegload_buffer) \
    F(vips_jpegsave_buffer) \
    F(vips_jxlload_buffer) \
    F(vips_jxlsave_buffer) \
    F(vips_object_local_cb) \
    F(vips_operation_block_set) \
    F(vips_pdfload_buffer) \
    F(vips_pngload_buffer) \
    F(vips_pngsave_buffer) \
    F(vips_rect_includespoint) \
    F(vips_region_new) \
    F(vips_region_prepare) \
    F(vips_region_region) \
    F(vips_rot) \
    F(vips_smartcrop) \
    F(vips_start_one) \
    F(vips_stop_one) \
    F(vips_svgload_buffer) \
    F(vips_thread_shutdown) \
    F(vips_tiffload_buffer) \
    F(vips_type_find) \
    F(vips_version) \
    F(vips_webpload_buffer) \
    F(vips_webpsave_buffer)

// NULL, or why the functions cannot be called. Ask first.
const char *alcedo_vips_fault(void);

#ifdef ALCEDO_LOOKS_UP
#undef g_checksum_free
#undef g_checksum_get_digest
#undef g_checksum_new
#undef g_checksum_update
#undef g_free
#undef g_log
#undef g_log_set_handler
#undef g_malloc
#undef g_malloc0
#undef g_malloc0_n
#undef g_malloc_n
#undef g_memdup2
#undef g_mutex_clear
#undef g_mutex_init
#undef g_mutex_lock
#undef g_mutex_unlock
#undef g_object_class_find_property
#undef g_object_ref
#undef g_object_set_data_full
#undef g_object_unref
#undef g_once_impl
#undef g_once_init_enter
#undef g_once_init_leave
#undef g_param_spec_types
#undef g_ptr_array_add
#undef g_ptr_array_free
#undef g_ptr_array_new_with_free_func
#undef g_signal_connect_data
#undef g_snprintf
#undef g_strcmp0
#undef g_strdup
#undef g_try_malloc
#undef g_try_malloc_n
#undef g_type_check_instance_cast
#undef g_type_check_instance_is_a
#undef g_type_class_ref
#undef g_type_class_unref
#undef vips_addalpha
#undef vips_affine
#undef vips_area_free_cb
#undef vips_area_unref
#undef vips_array_double_new
#undef vips_array_int_get_type
#undef vips_array_int_new
#undef vips_arrayjoin
#undef vips_bandjoin2
#undef vips_blob_get_type
#undef vips_cache_set_max
#undef vips_cast
#undef vips_colourspace
#undef vips_concurrency_set
#undef vips_copy
#undef vips_embed
#undef vips_error
#undef vips_error_buffer_copy
#undef vips_error_clear
#undef vips_extract_area
#undef vips_extract_band
#undef vips_flip
#undef vips_format_sizeof_unsafe
#undef vips_gifload_buffer
#undef vips_gifsave_buffer
#undef vips_heifload_buffer
#undef vips_heifsave_buffer
#undef vips_icc_transform
#undef vips_image_copy_memory
#undef vips_image_generate
#undef vips_image_get_array_int
#undef vips_image_get_bands
#undef vips_image_get_blob
#undef vips_image_get_format
#undef vips_image_get_height
#undef vips_image_get_int
#undef vips_image_get_interpretation
#undef vips_image_get_typeof
#undef vips_image_get_width
#undef vips_image_hasalpha
#undef vips_image_map
#undef vips_image_new
#undef vips_image_new_from_memory
#undef vips_image_new_from_memory_copy
#undef vips_image_new_memory
#undef vips_image_pio_input
#undef vips_image_pipelinev
#undef vips_image_remove
#undef vips_image_set_array_int
#undef vips_image_set_blob
#undef vips_image_set_blob_copy
#undef vips_image_set_int
#undef vips_image_wio_input
#undef vips_image_write
#undef vips_image_write_line
#undef vips_image_write_to_memory
#undef vips_init
#undef vips_interpolate_new
#undef vips_jp2kload_buffer
#undef vips_jpegload_buffer
#undef vips_jpegsave_buffer
#undef vips_jxlload_buffer
#undef vips_jxlsave_buffer
#undef vips_object_local_cb
#undef vips_operation_block_set
#undef vips_pdfload_buffer
#undef vips_pngload_buffer
#undef vips_pngsave_buffer
#undef vips_rect_includespoint
#undef vips_region_new
#undef vips_region_prepare
#undef vips_region_region
#undef vips_rot
#undef vips_smartcrop
#undef vips_start_one
#undef vips_stop_one
#undef vips_svgload_buffer
#undef vips_thread_shutdown
#undef vips_tiffload_buffer
#undef vips_type_find
#undef vips_version
#undef vips_webpload_buffer
#undef vips_webpsave_buffer

struct alcedo_vips_functions {
#define F(name) __typeof__(name) *name;
    FUNCTIONS_OF_ALCEDO_VIPS(F)
#undef F
};

extern struct alcedo_vips_functions alcedo_vips_functions;

#define g_checksum_free (*alcedo_vips_functions.g_checksum_free)
#define g_checksum_get_digest (*alcedo_vips_functions.g_checksum_get_digest)
#define g_checksum_new (*alcedo_vips_functions.g_checksum_new)
#define g_checksum_update (*alcedo_vips_functions.g_checksum_update)
#define g_free (*alcedo_vips_functions.g_free)
#define g_log (*alcedo_vips_functions.g_log)
#define g_log_set_handler (*alcedo_vips_functions.g_log_set_handler)
#define g_malloc (*alcedo_vips_functions.g_malloc)
#define g_malloc0 (*alcedo_vips_functions.g_malloc0)
#define g_malloc0_n (*alcedo_vips_functions.g_malloc0_n)
#define g_malloc_n (*alcedo_vips_functions.g_malloc_n)
#define g_memdup2 (*alcedo_vips_functions.g_memdup2)
#define g_mutex_clear (*alcedo_vips_functions.g_mutex_clear)
#define g_mutex_init (*alcedo_vips_functions.g_mutex_init)
#define g_mutex_lock (*alcedo_vips_functions.g_mutex_lock)
#define g_mutex_unlock (*alcedo_vips_functions.g_mutex_unlock)
#define g_object_class_find_property (*alcedo_vips_functions.g_object_class_find_property)
#define g_object_ref (*alcedo_vips_functions.g_object_ref)
#define g_object_set_data_full (*alcedo_vips_functions.g_object_set_data_full)
#define g_object_unref (*alcedo_vips_functions.g_object_unref)
#define g_once_impl (*alcedo_vips_functions.g_once_impl)
#define g_once_init_enter (*alcedo_vips_functions.g_once_init_enter)
#define g_once_init_leave (*alcedo_vips_functions.g_once_init_leave)
#define g_param_spec_types (*alcedo_vips_functions.g_param_spec_types)
#define g_ptr_array_add (*alcedo_vips_functions.g_ptr_array_add)
#define g_ptr_array_free (*alcedo_vips_functions.g_ptr_array_free)
#define g_ptr_array_new_with_free_func (*alcedo_vips_functions.g_ptr_array_new_with_free_func)
#define g_signal_connect_data (*alcedo_vips_functions.g_signal_connect_data)
#define g_snprintf (*alcedo_vips_functions.g_snprintf)
#define g_strcmp0 (*alcedo_vips_functions.g_strcmp0)
#define g_strdup (*alcedo_vips_functions.g_strdup)
#define g_try_malloc (*alcedo_vips_functions.g_try_malloc)
#define g_try_malloc_n (*alcedo_vips_functions.g_try_malloc_n)
#define g_type_check_instance_cast (*alcedo_vips_functions.g_type_check_instance_cast)
#define g_type_check_instance_is_a (*alcedo_vips_functions.g_type_check_instance_is_a)
#define g_type_class_ref (*alcedo_vips_functions.g_type_class_ref)
#define g_type_class_unref (*alcedo_vips_functions.g_type_class_unref)
#define vips_addalpha (*alcedo_vips_functions.vips_addalpha)
#define vips_affine (*alcedo_vips_functions.vips_affine)
#define vips_area_free_cb (*alcedo_vips_functions.vips_area_free_cb)
#define vips_area_unref (*alcedo_vips_functions.vips_area_unref)
#define vips_array_double_new (*alcedo_vips_functions.vips_array_double_new)
#define vips_array_int_get_type (*alcedo_vips_functions.vips_array_int_get_type)
#define vips_array_int_new (*alcedo_vips_functions.vips_array_int_new)
#define vips_arrayjoin (*alcedo_vips_functions.vips_arrayjoin)
#define vips_bandjoin2 (*alcedo_vips_functions.vips_bandjoin2)
#define vips_blob_get_type (*alcedo_vips_functions.vips_blob_get_type)
#define vips_cache_set_max (*alcedo_vips_functions.vips_cache_set_max)
#define vips_cast (*alcedo_vips_functions.vips_cast)
#define vips_colourspace (*alcedo_vips_functions.vips_colourspace)
#define vips_concurrency_set (*alcedo_vips_functions.vips_concurrency_set)
#define vips_copy (*alcedo_vips_functions.vips_copy)
#define vips_embed (*alcedo_vips_functions.vips_embed)
#define vips_error (*alcedo_vips_functions.vips_error)
#define vips_error_buffer_copy (*alcedo_vips_functions.vips_error_buffer_copy)
#define vips_error_clear (*alcedo_vips_functions.vips_error_clear)
#define vips_extract_area (*alcedo_vips_functions.vips_extract_area)
#define vips_extract_band (*alcedo_vips_functions.vips_extract_band)
#define vips_flip (*alcedo_vips_functions.vips_flip)
#define vips_format_sizeof_unsafe (*alcedo_vips_functions.vips_format_sizeof_unsafe)
#define vips_gifload_buffer (*alcedo_vips_functions.vips_gifload_buffer)
#define vips_gifsave_buffer (*alcedo_vips_functions.vips_gifsave_buffer)
#define vips_heifload_buffer (*alcedo_vips_functions.vips_heifload_buffer)
#define vips_heifsave_buffer (*alcedo_vips_functions.vips_heifsave_buffer)
#define vips_icc_transform (*alcedo_vips_functions.vips_icc_transform)
#define vips_image_copy_memory (*alcedo_vips_functions.vips_image_copy_memory)
#define vips_image_generate (*alcedo_vips_functions.vips_image_generate)
#define vips_image_get_array_int (*alcedo_vips_functions.vips_image_get_array_int)
#define vips_image_get_bands (*alcedo_vips_functions.vips_image_get_bands)
#define vips_image_get_blob (*alcedo_vips_functions.vips_image_get_blob)
#define vips_image_get_format (*alcedo_vips_functions.vips_image_get_format)
#define vips_image_get_height (*alcedo_vips_functions.vips_image_get_height)
#define vips_image_get_int (*alcedo_vips_functions.vips_image_get_int)
#define vips_image_get_interpretation (*alcedo_vips_functions.vips_image_get_interpretation)
#define vips_image_get_typeof (*alcedo_vips_functions.vips_image_get_typeof)
#define vips_image_get_width (*alcedo_vips_functions.vips_image_get_width)
#define vips_image_hasalpha (*alcedo_vips_functions.vips_image_hasalpha)
#define vips_image_map (*alcedo_vips_functions.vips_image_map)
#define vips_image_new (*alcedo_vips_functions.vips_image_new)
#define vips_image_new_from_memory (*alcedo_vips_functions.vips_image_new_from_memory)
#define vips_image_new_from_memory_copy (*alcedo_vips_functions.vips_image_new_from_memory_copy)
#define vips_image_new_memory (*alcedo_vips_functions.vips_image_new_memory)
#define vips_image_pio_input (*alcedo_vips_functions.vips_image_pio_input)
#define vips_image_pipelinev (*alcedo_vips_functions.vips_image_pipelinev)
#define vips_image_remove (*alcedo_vips_functions.vips_image_remove)
#define vips_image_set_array_int (*alcedo_vips_functions.vips_image_set_array_int)
#define vips_image_set_blob (*alcedo_vips_functions.vips_image_set_blob)
#define vips_image_set_blob_copy (*alcedo_vips_functions.vips_image_set_blob_copy)
#define vips_image_set_int (*alcedo_vips_functions.vips_image_set_int)
#define vips_image_wio_input (*alcedo_vips_functions.vips_image_wio_input)
#define vips_image_write (*alcedo_vips_functions.vips_image_write)
#define vips_image_write_line (*alcedo_vips_functions.vips_image_write_line)
#define vips_image_write_to_memory (*alcedo_vips_functions.vips_image_write_to_memory)
#define vips_init (*alcedo_vips_functions.vips_init)
#define vips_interpolate_new (*alcedo_vips_functions.vips_interpolate_new)
#define vips_jp2kload_buffer (*alcedo_vips_functions.vips_jp2kload_buffer)
#define vips_jpegload_buffer (*alcedo_vips_functions.vips_jpegload_buffer)
#define vips_jpegsave_buffer (*alcedo_vips_functions.vips_jpegsave_buffer)
#define vips_jxlload_buffer (*alcedo_vips_functions.vips_jxlload_buffer)
#define vips_jxlsave_buffer (*alcedo_vips_functions.vips_jxlsave_buffer)
#define vips_object_local_cb (*alcedo_vips_functions.vips_object_local_cb)
#define vips_operation_block_set (*alcedo_vips_functions.vips_operation_block_set)
#define vips_pdfload_buffer (*alcedo_vips_functions.vips_pdfload_buffer)
#define vips_pngload_buffer (*alcedo_vips_functions.vips_pngload_buffer)
#define vips_pngsave_buffer (*alcedo_vips_functions.vips_pngsave_buffer)
#define vips_rect_includespoint (*alcedo_vips_functions.vips_rect_includespoint)
#define vips_region_new (*alcedo_vips_functions.vips_region_new)
#define vips_region_prepare (*alcedo_vips_functions.vips_region_prepare)
#define vips_region_region (*alcedo_vips_functions.vips_region_region)
#define vips_rot (*alcedo_vips_functions.vips_rot)
#define vips_smartcrop (*alcedo_vips_functions.vips_smartcrop)
#define vips_start_one (*alcedo_vips_functions.vips_start_one)
#define vips_stop_one (*alcedo_vips_functions.vips_stop_one)
#define vips_svgload_buffer (*alcedo_vips_functions.vips_svgload_buffer)
#define vips_thread_shutdown (*alcedo_vips_functions.vips_thread_shutdown)
#define vips_tiffload_buffer (*alcedo_vips_functions.vips_tiffload_buffer)
#define vips_type_find (*alcedo_vips_functions.vips_type_find)
#define vips_version (*alcedo_vips_functions.vips_version)
#define vips_webpload_buffer (*alcedo_vips_functions.vips_webpload_buffer)
#define vips_webpsave_buffer (*alcedo_vips_functions.vips_webpsave_buffer)
#endif

#define DEFINE_ALCEDO_VIPS ALCEDO_TABLE(alcedo_vips, "libvips.so.42", FUNCTIONS_OF_ALCEDO_VIPS)
