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
#embed "../Web/client/events/EventStream.js"
};

static const unsigned char file_13[] = {
#embed "../Web/client/events/tabs.js"
};

static const unsigned char file_14[] = {
#embed "../Web/client/interaction/Announcer.js"
};

static const unsigned char file_15[] = {
#embed "../Web/client/interaction/AutoScroll.js"
};

static const unsigned char file_16[] = {
#embed "../Web/client/interaction/Drag.js"
};

static const unsigned char file_17[] = {
#embed "../Web/client/interaction/Focus.js"
};

static const unsigned char file_18[] = {
#embed "../Web/client/interaction/Gesture.js"
};

static const unsigned char file_19[] = {
#embed "../Web/client/interaction/Held.js"
};

static const unsigned char file_20[] = {
#embed "../Web/client/interaction/Interaction.js"
};

static const unsigned char file_21[] = {
#embed "../Web/client/interaction/Keys.js"
};

static const unsigned char file_22[] = {
#embed "../Web/client/interaction/Movement.js"
};

static const unsigned char file_23[] = {
#embed "../Web/client/interaction/geometry.js"
};

static const unsigned char file_24[] = {
#embed "../Web/client/interaction/grid.js"
};

static const unsigned char file_25[] = {
#embed "../Web/client/interaction/messages.js"
};

static const unsigned char file_26[] = {
#embed "../Web/client/interaction/roles.js"
};

static const unsigned char file_27[] = {
#embed "../Web/client/mirror/Change.js"
};

static const unsigned char file_28[] = {
#embed "../Web/client/mirror/Element.js"
};

static const unsigned char file_29[] = {
#embed "../Web/client/mirror/Mirror.js"
};

static const unsigned char file_30[] = {
#embed "../Web/client/mirror/itemCounts.js"
};

static const unsigned char file_31[] = {
#embed "../Web/client/pages.js"
};

static const unsigned char file_32[] = {
#embed "../Web/client/pages/escape.js"
};

static const unsigned char file_33[] = {
#embed "../Web/client/pages/hydrate.js"
};

static const unsigned char file_34[] = {
#embed "../Web/client/pages/toHTML.js"
};

static const unsigned char file_35[] = {
#embed "../Web/client/service/Collection.js"
};

static const unsigned char file_36[] = {
#embed "../Web/client/service/Tessera.js"
};

static const unsigned char file_37[] = {
#embed "../Web/client/service/TesseraProblem.js"
};

static const unsigned char file_38[] = {
#embed "../Web/client/service/operations.js"
};

static const unsigned char file_39[] = {
#embed "../Web/client/service/transport.js"
};

static const unsigned char file_40[] = {
#embed "../Web/client/service/watch.js"
};

static const unsigned char file_41[] = {
#embed "../Web/client/tessera.js"
};

static const unsigned char file_42[] = {
#embed "../Web/client/view/Axis.js"
};

static const unsigned char file_43[] = {
#embed "../Web/client/view/Cell.js"
};

static const unsigned char file_44[] = {
#embed "../Web/client/view/Cells.js"
};

static const unsigned char file_45[] = {
#embed "../Web/client/view/CollectionView.js"
};

static const unsigned char file_46[] = {
#embed "../Web/client/view/Pinned.js"
};

static const unsigned char file_47[] = {
#embed "../Web/client/view/Strips.js"
};

static const unsigned char file_48[] = {
#embed "../Web/client/view/cellStyle.js"
};

static const unsigned char file_49[] = {
#embed "../Web/client/view/parts.js"
};

static const unsigned char file_50[] = {
#embed "../Web/client/view/pinnedKinds.js"
};

static const unsigned char file_51[] = {
#embed "../Web/client/view/smooth.js"
};

static const unsigned char file_52[] = {
#embed "../Web/client/viewport/Viewport.js"
};

static const unsigned char file_53[] = {
#embed "../Web/elements.d.ts"
};

static const unsigned char file_54[] = {
#embed "../Web/pages.d.ts"
};

static const unsigned char file_55[] = {
#embed "../Web/playground/dom.js"
};

static const unsigned char file_56[] = {
#embed "../Web/playground/examples.json"
};

static const unsigned char file_57[] = {
#embed "../Web/playground/index.html"
};

static const unsigned char file_58[] = {
#embed "../Web/playground/link.js"
};

static const unsigned char file_59[] = {
#embed "../Web/playground/live/Screen.js"
};

static const unsigned char file_60[] = {
#embed "../Web/playground/live/birds.js"
};

static const unsigned char file_61[] = {
#embed "../Web/playground/live/live.js"
};

static const unsigned char file_62[] = {
#embed "../Web/playground/main.js"
};

static const unsigned char file_63[] = {
#embed "../Web/playground/panels/Output.js"
};

static const unsigned char file_64[] = {
#embed "../Web/playground/panels/controls.js"
};

static const unsigned char file_65[] = {
#embed "../Web/playground/panels/copies.js"
};

static const unsigned char file_66[] = {
#embed "../Web/playground/panels/gallery.js"
};

static const unsigned char file_67[] = {
#embed "../Web/playground/panels/problems.js"
};

static const unsigned char file_68[] = {
#embed "../Web/playground/schema.json"
};

static const unsigned char file_69[] = {
#embed "../Web/playground/schema/fields.js"
};

static const unsigned char file_70[] = {
#embed "../Web/playground/service.js"
};

static const unsigned char file_71[] = {
#embed "../Web/playground/stage/Overview.js"
};

static const unsigned char file_72[] = {
#embed "../Web/playground/stage/Picture.js"
};

static const unsigned char file_73[] = {
#embed "../Web/playground/stage/Player.js"
};

static const unsigned char file_74[] = {
#embed "../Web/playground/stage/Stage.js"
};

static const unsigned char file_75[] = {
#embed "../Web/playground/stage/Strips.js"
};

static const unsigned char file_76[] = {
#embed "../Web/playground/stage/WidthHandle.js"
};

static const unsigned char file_77[] = {
#embed "../Web/playground/stage/blend.js"
};

static const unsigned char file_78[] = {
#embed "../Web/playground/stage/inspect.js"
};

static const unsigned char file_79[] = {
#embed "../Web/playground/states.js"
};

static const unsigned char file_80[] = {
#embed "../Web/playground/styles/base.css"
};

static const unsigned char file_81[] = {
#embed "../Web/playground/styles/editor.css"
};

static const unsigned char file_82[] = {
#embed "../Web/playground/styles/live.css"
};

static const unsigned char file_83[] = {
#embed "../Web/playground/styles/page.css"
};

static const unsigned char file_84[] = {
#embed "../Web/playground/styles/stage.css"
};

static const unsigned char file_85[] = {
#embed "../Web/playground/tabs.js"
};

static const unsigned char file_86[] = {
#embed "../Web/playground/text/Completion.js"
};

static const unsigned char file_87[] = {
#embed "../Web/playground/text/Editor.js"
};

static const unsigned char file_88[] = {
#embed "../Web/playground/text/edit.js"
};

static const unsigned char file_89[] = {
#embed "../Web/playground/text/parse.js"
};

static const unsigned char file_90[] = {
#embed "../Web/playground/text/pointers.js"
};

static const unsigned char file_91[] = {
#embed "../Web/tessera.d.ts"
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
  {"client/events/EventStream.js", file_12, sizeof file_12},
  {"client/events/tabs.js", file_13, sizeof file_13},
  {"client/interaction/Announcer.js", file_14, sizeof file_14},
  {"client/interaction/AutoScroll.js", file_15, sizeof file_15},
  {"client/interaction/Drag.js", file_16, sizeof file_16},
  {"client/interaction/Focus.js", file_17, sizeof file_17},
  {"client/interaction/Gesture.js", file_18, sizeof file_18},
  {"client/interaction/Held.js", file_19, sizeof file_19},
  {"client/interaction/Interaction.js", file_20, sizeof file_20},
  {"client/interaction/Keys.js", file_21, sizeof file_21},
  {"client/interaction/Movement.js", file_22, sizeof file_22},
  {"client/interaction/geometry.js", file_23, sizeof file_23},
  {"client/interaction/grid.js", file_24, sizeof file_24},
  {"client/interaction/messages.js", file_25, sizeof file_25},
  {"client/interaction/roles.js", file_26, sizeof file_26},
  {"client/mirror/Change.js", file_27, sizeof file_27},
  {"client/mirror/Element.js", file_28, sizeof file_28},
  {"client/mirror/Mirror.js", file_29, sizeof file_29},
  {"client/mirror/itemCounts.js", file_30, sizeof file_30},
  {"client/pages.js", file_31, sizeof file_31},
  {"client/pages/escape.js", file_32, sizeof file_32},
  {"client/pages/hydrate.js", file_33, sizeof file_33},
  {"client/pages/toHTML.js", file_34, sizeof file_34},
  {"client/service/Collection.js", file_35, sizeof file_35},
  {"client/service/Tessera.js", file_36, sizeof file_36},
  {"client/service/TesseraProblem.js", file_37, sizeof file_37},
  {"client/service/operations.js", file_38, sizeof file_38},
  {"client/service/transport.js", file_39, sizeof file_39},
  {"client/service/watch.js", file_40, sizeof file_40},
  {"client/tessera.js", file_41, sizeof file_41},
  {"client/view/Axis.js", file_42, sizeof file_42},
  {"client/view/Cell.js", file_43, sizeof file_43},
  {"client/view/Cells.js", file_44, sizeof file_44},
  {"client/view/CollectionView.js", file_45, sizeof file_45},
  {"client/view/Pinned.js", file_46, sizeof file_46},
  {"client/view/Strips.js", file_47, sizeof file_47},
  {"client/view/cellStyle.js", file_48, sizeof file_48},
  {"client/view/parts.js", file_49, sizeof file_49},
  {"client/view/pinnedKinds.js", file_50, sizeof file_50},
  {"client/view/smooth.js", file_51, sizeof file_51},
  {"client/viewport/Viewport.js", file_52, sizeof file_52},
  {"elements.d.ts", file_53, sizeof file_53},
  {"pages.d.ts", file_54, sizeof file_54},
  {"playground/dom.js", file_55, sizeof file_55},
  {"playground/examples.json", file_56, sizeof file_56},
  {"playground/index.html", file_57, sizeof file_57},
  {"playground/link.js", file_58, sizeof file_58},
  {"playground/live/Screen.js", file_59, sizeof file_59},
  {"playground/live/birds.js", file_60, sizeof file_60},
  {"playground/live/live.js", file_61, sizeof file_61},
  {"playground/main.js", file_62, sizeof file_62},
  {"playground/panels/Output.js", file_63, sizeof file_63},
  {"playground/panels/controls.js", file_64, sizeof file_64},
  {"playground/panels/copies.js", file_65, sizeof file_65},
  {"playground/panels/gallery.js", file_66, sizeof file_66},
  {"playground/panels/problems.js", file_67, sizeof file_67},
  {"playground/schema.json", file_68, sizeof file_68},
  {"playground/schema/fields.js", file_69, sizeof file_69},
  {"playground/service.js", file_70, sizeof file_70},
  {"playground/stage/Overview.js", file_71, sizeof file_71},
  {"playground/stage/Picture.js", file_72, sizeof file_72},
  {"playground/stage/Player.js", file_73, sizeof file_73},
  {"playground/stage/Stage.js", file_74, sizeof file_74},
  {"playground/stage/Strips.js", file_75, sizeof file_75},
  {"playground/stage/WidthHandle.js", file_76, sizeof file_76},
  {"playground/stage/blend.js", file_77, sizeof file_77},
  {"playground/stage/inspect.js", file_78, sizeof file_78},
  {"playground/states.js", file_79, sizeof file_79},
  {"playground/styles/base.css", file_80, sizeof file_80},
  {"playground/styles/editor.css", file_81, sizeof file_81},
  {"playground/styles/live.css", file_82, sizeof file_82},
  {"playground/styles/page.css", file_83, sizeof file_83},
  {"playground/styles/stage.css", file_84, sizeof file_84},
  {"playground/tabs.js", file_85, sizeof file_85},
  {"playground/text/Completion.js", file_86, sizeof file_86},
  {"playground/text/Editor.js", file_87, sizeof file_87},
  {"playground/text/edit.js", file_88, sizeof file_88},
  {"playground/text/parse.js", file_89, sizeof file_89},
  {"playground/text/pointers.js", file_90, sizeof file_90},
  {"tessera.d.ts", file_91, sizeof file_91},
};

size_t tessera_web_file_count(void) { return sizeof files / sizeof files[0]; }

struct tessera_file tessera_web_file(size_t index) { return files[index]; }
