#include "alcedo_assets.h"

// C23, which clang 19 and later know in every mode: that is the clang of Swift 6.1 and later. The first ones crash where it is in a
// compound literal.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char readme_md[] = {
#embed "../../site-template/README.md"
    , 0};
static const unsigned char album_html[] = {
#embed "../../site-template/album.html"
    , 0};
static const unsigned char card_html[] = {
#embed "../../site-template/card.html"
    , 0};
static const unsigned char gallery_css[] = {
#embed "../../site-template/gallery.css"
    , 0};
static const unsigned char gallery_js[] = {
#embed "../../site-template/gallery.js"
    , 0};
static const unsigned char index_html[] = {
#embed "../../site-template/index.html"
    , 0};
static const unsigned char keywords_html[] = {
#embed "../../site-template/keywords.html"
    , 0};
static const unsigned char lightbox_html[] = {
#embed "../../site-template/lightbox.html"
    , 0};
static const unsigned char links_html[] = {
#embed "../../site-template/links.html"
    , 0};
static const unsigned char lists_css[] = {
#embed "../../site-template/lists.css"
    , 0};
static const unsigned char map_lines_html[] = {
#embed "../../site-template/map-lines.html"
    , 0};
static const unsigned char map_html[] = {
#embed "../../site-template/map.html"
    , 0};
static const unsigned char pager_html[] = {
#embed "../../site-template/pager.html"
    , 0};
static const unsigned char path_html[] = {
#embed "../../site-template/path.html"
    , 0};
static const unsigned char photo_html[] = {
#embed "../../site-template/photo.html"
    , 0};
static const unsigned char tags_html[] = {
#embed "../../site-template/tags.html"
    , 0};

static const alcedo_asset gallery[] = {
    {"README.md", readme_md},
    {"album.html", album_html},
    {"card.html", card_html},
    {"gallery.css", gallery_css},
    {"gallery.js", gallery_js},
    {"index.html", index_html},
    {"keywords.html", keywords_html},
    {"lightbox.html", lightbox_html},
    {"links.html", links_html},
    {"lists.css", lists_css},
    {"map-lines.html", map_lines_html},
    {"map.html", map_html},
    {"pager.html", pager_html},
    {"path.html", path_html},
    {"photo.html", photo_html},
    {"tags.html", tags_html},
};

alcedo_asset alcedo_gallery_file(size_t place) {
    return place < sizeof gallery / sizeof *gallery ? gallery[place] : (alcedo_asset){NULL, NULL};
}

static const unsigned char report_css[] = {
#embed "report.css"
    , 0};
// Its placeholders are based on the specification of BlurHash (Wolt) and the description of ThumbHash (Evan Wallace).
//
// Which file of each variant a device loads is the answer of an empty frame as large as the device's window, which evaluates `sizes`,
// so that media conditions and lengths are the browser's own. Among the candidates, a device takes the first one that is dense enough.
// What `auto` is, only the page knows: it counts as absent.
static const unsigned char report_js[] = {
#embed "report.js"
    , 0};
static const unsigned char preview_js[] = {
#embed "preview.js"
    , 0};

const unsigned char *alcedo_report_style(void) { return report_css; }
const unsigned char *alcedo_report_script(void) { return report_js; }
const unsigned char *alcedo_preview_script(void) { return preview_js; }
