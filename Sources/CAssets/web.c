// Written by .ci/assemble-client.

#include "assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../Web/client/changes/Animator.js"
};

static const unsigned char file_1[] = {
#embed "../Web/client/changes/Flying.js"
};

static const unsigned char file_2[] = {
#embed "../Web/client/changes/Guesses.js"
};

static const unsigned char file_3[] = {
#embed "../Web/client/changes/batch.js"
};

static const unsigned char file_4[] = {
#embed "../Web/client/changes/flights.js"
};

static const unsigned char file_5[] = {
#embed "../Web/client/changes/guess.js"
};

static const unsigned char file_6[] = {
#embed "../Web/client/changes/stack.js"
};

static const unsigned char file_7[] = {
#embed "../Web/client/changes/update.js"
};

static const unsigned char file_8[] = {
#embed "../Web/client/elements.js"
};

static const unsigned char file_9[] = {
#embed "../Web/client/elements/TesseraLayout.js"
};

static const unsigned char file_10[] = {
#embed "../Web/client/elements/TesseraList.js"
};

static const unsigned char file_11[] = {
#embed "../Web/client/elements/templates.js"
};

static const unsigned char file_12[] = {
#embed "../Web/client/interaction/Announcer.js"
};

static const unsigned char file_13[] = {
#embed "../Web/client/interaction/Focus.js"
};

static const unsigned char file_14[] = {
#embed "../Web/client/interaction/Interaction.js"
};

static const unsigned char file_15[] = {
#embed "../Web/client/interaction/Keys.js"
};

static const unsigned char file_16[] = {
#embed "../Web/client/interaction/autoScroll.js"
};

static const unsigned char file_17[] = {
#embed "../Web/client/interaction/geometry.js"
};

static const unsigned char file_18[] = {
#embed "../Web/client/interaction/grid.js"
};

static const unsigned char file_19[] = {
#embed "../Web/client/interaction/messages.js"
};

static const unsigned char file_20[] = {
#embed "../Web/client/interaction/roles.js"
};

static const unsigned char file_21[] = {
#embed "../Web/client/mirror/Change.js"
};

static const unsigned char file_22[] = {
#embed "../Web/client/mirror/Element.js"
};

static const unsigned char file_23[] = {
#embed "../Web/client/mirror/Mirror.js"
};

static const unsigned char file_24[] = {
#embed "../Web/client/mirror/itemCounts.js"
};

static const unsigned char file_25[] = {
#embed "../Web/client/pages.js"
};

static const unsigned char file_26[] = {
#embed "../Web/client/pages/escape.js"
};

static const unsigned char file_27[] = {
#embed "../Web/client/pages/hydrate.js"
};

static const unsigned char file_28[] = {
#embed "../Web/client/pages/toHTML.js"
};

static const unsigned char file_29[] = {
#embed "../Web/client/service/Collection.js"
};

static const unsigned char file_30[] = {
#embed "../Web/client/service/Tessera.js"
};

static const unsigned char file_31[] = {
#embed "../Web/client/service/TesseraProblem.js"
};

static const unsigned char file_32[] = {
#embed "../Web/client/service/operations.js"
};

static const unsigned char file_33[] = {
#embed "../Web/client/service/transport.js"
};

static const unsigned char file_34[] = {
#embed "../Web/client/service/watch.js"
};

static const unsigned char file_35[] = {
#embed "../Web/client/tessera.js"
};

static const unsigned char file_36[] = {
#embed "../Web/client/view/Axis.js"
};

static const unsigned char file_37[] = {
#embed "../Web/client/view/Cell.js"
};

static const unsigned char file_38[] = {
#embed "../Web/client/view/Cells.js"
};

static const unsigned char file_39[] = {
#embed "../Web/client/view/CollectionView.js"
};

static const unsigned char file_40[] = {
#embed "../Web/client/view/cellStyle.js"
};

static const unsigned char file_41[] = {
#embed "../Web/client/view/smooth.js"
};

static const unsigned char file_42[] = {
#embed "../Web/client/viewport/Viewport.js"
};

static const unsigned char file_43[] = {
#embed "../Web/playground/dom.js"
};

static const unsigned char file_44[] = {
#embed "../Web/playground/examples.json"
};

static const unsigned char file_45[] = {
#embed "../Web/playground/index.html"
};

static const unsigned char file_46[] = {
#embed "../Web/playground/link.js"
};

static const unsigned char file_47[] = {
#embed "../Web/playground/schema.json"
};

static const unsigned char file_48[] = {
#embed "../Web/playground/schema/fields.js"
};

static const unsigned char file_49[] = {
#embed "../Web/playground/styles/base.css"
};

static const unsigned char file_50[] = {
#embed "../Web/playground/styles/editor.css"
};

static const unsigned char file_51[] = {
#embed "../Web/playground/styles/page.css"
};

static const unsigned char file_52[] = {
#embed "../Web/playground/styles/stage.css"
};

static const unsigned char file_53[] = {
#embed "../Web/playground/tabs.js"
};

static const unsigned char file_54[] = {
#embed "../Web/playground/text/Completion.js"
};

static const unsigned char file_55[] = {
#embed "../Web/playground/text/Editor.js"
};

static const unsigned char file_56[] = {
#embed "../Web/playground/text/edit.js"
};

static const unsigned char file_57[] = {
#embed "../Web/playground/text/parse.js"
};

static const unsigned char file_58[] = {
#embed "../Web/playground/text/pointers.js"
};

static const struct tessera_file files[] = {
  {"client/changes/Animator.js", file_0, sizeof file_0},
  {"client/changes/Flying.js", file_1, sizeof file_1},
  {"client/changes/Guesses.js", file_2, sizeof file_2},
  {"client/changes/batch.js", file_3, sizeof file_3},
  {"client/changes/flights.js", file_4, sizeof file_4},
  {"client/changes/guess.js", file_5, sizeof file_5},
  {"client/changes/stack.js", file_6, sizeof file_6},
  {"client/changes/update.js", file_7, sizeof file_7},
  {"client/elements.js", file_8, sizeof file_8},
  {"client/elements/TesseraLayout.js", file_9, sizeof file_9},
  {"client/elements/TesseraList.js", file_10, sizeof file_10},
  {"client/elements/templates.js", file_11, sizeof file_11},
  {"client/interaction/Announcer.js", file_12, sizeof file_12},
  {"client/interaction/Focus.js", file_13, sizeof file_13},
  {"client/interaction/Interaction.js", file_14, sizeof file_14},
  {"client/interaction/Keys.js", file_15, sizeof file_15},
  {"client/interaction/autoScroll.js", file_16, sizeof file_16},
  {"client/interaction/geometry.js", file_17, sizeof file_17},
  {"client/interaction/grid.js", file_18, sizeof file_18},
  {"client/interaction/messages.js", file_19, sizeof file_19},
  {"client/interaction/roles.js", file_20, sizeof file_20},
  {"client/mirror/Change.js", file_21, sizeof file_21},
  {"client/mirror/Element.js", file_22, sizeof file_22},
  {"client/mirror/Mirror.js", file_23, sizeof file_23},
  {"client/mirror/itemCounts.js", file_24, sizeof file_24},
  {"client/pages.js", file_25, sizeof file_25},
  {"client/pages/escape.js", file_26, sizeof file_26},
  {"client/pages/hydrate.js", file_27, sizeof file_27},
  {"client/pages/toHTML.js", file_28, sizeof file_28},
  {"client/service/Collection.js", file_29, sizeof file_29},
  {"client/service/Tessera.js", file_30, sizeof file_30},
  {"client/service/TesseraProblem.js", file_31, sizeof file_31},
  {"client/service/operations.js", file_32, sizeof file_32},
  {"client/service/transport.js", file_33, sizeof file_33},
  {"client/service/watch.js", file_34, sizeof file_34},
  {"client/tessera.js", file_35, sizeof file_35},
  {"client/view/Axis.js", file_36, sizeof file_36},
  {"client/view/Cell.js", file_37, sizeof file_37},
  {"client/view/Cells.js", file_38, sizeof file_38},
  {"client/view/CollectionView.js", file_39, sizeof file_39},
  {"client/view/cellStyle.js", file_40, sizeof file_40},
  {"client/view/smooth.js", file_41, sizeof file_41},
  {"client/viewport/Viewport.js", file_42, sizeof file_42},
  {"playground/dom.js", file_43, sizeof file_43},
  {"playground/examples.json", file_44, sizeof file_44},
  {"playground/index.html", file_45, sizeof file_45},
  {"playground/link.js", file_46, sizeof file_46},
  {"playground/schema.json", file_47, sizeof file_47},
  {"playground/schema/fields.js", file_48, sizeof file_48},
  {"playground/styles/base.css", file_49, sizeof file_49},
  {"playground/styles/editor.css", file_50, sizeof file_50},
  {"playground/styles/page.css", file_51, sizeof file_51},
  {"playground/styles/stage.css", file_52, sizeof file_52},
  {"playground/tabs.js", file_53, sizeof file_53},
  {"playground/text/Completion.js", file_54, sizeof file_54},
  {"playground/text/Editor.js", file_55, sizeof file_55},
  {"playground/text/edit.js", file_56, sizeof file_56},
  {"playground/text/parse.js", file_57, sizeof file_57},
  {"playground/text/pointers.js", file_58, sizeof file_58},
};

size_t tessera_web_file_count(void) { return sizeof files / sizeof files[0]; }

struct tessera_file tessera_web_file(size_t index) { return files[index]; }
