// Written by tools/assemble-client.

#include "assets.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char client_changes_Animator_js[] = {
#embed "../../../web/client/changes/Animator.js"
};

static const unsigned char client_changes_Flying_js[] = {
#embed "../../../web/client/changes/Flying.js"
};

static const unsigned char client_changes_Guesses_js[] = {
#embed "../../../web/client/changes/Guesses.js"
};

static const unsigned char client_changes_batch_js[] = {
#embed "../../../web/client/changes/batch.js"
};

static const unsigned char client_changes_flights_js[] = {
#embed "../../../web/client/changes/flights.js"
};

static const unsigned char client_changes_guess_js[] = {
#embed "../../../web/client/changes/guess.js"
};

static const unsigned char client_changes_stack_js[] = {
#embed "../../../web/client/changes/stack.js"
};

static const unsigned char client_changes_update_js[] = {
#embed "../../../web/client/changes/update.js"
};

static const unsigned char client_elements_js[] = {
#embed "../../../web/client/elements.js"
};

static const unsigned char client_elements_TesseraLayout_js[] = {
#embed "../../../web/client/elements/TesseraLayout.js"
};

static const unsigned char client_elements_TesseraList_js[] = {
#embed "../../../web/client/elements/TesseraList.js"
};

static const unsigned char client_elements_templates_js[] = {
#embed "../../../web/client/elements/templates.js"
};

static const unsigned char client_engine_js[] = {
#embed "../../../web/client/engine.js"
};

static const unsigned char client_engine_Engine_js[] = {
#embed "../../../web/client/engine/Engine.js"
};

static const unsigned char client_engine_Feed_js[] = {
#embed "../../../web/client/engine/Feed.js"
};

static const unsigned char client_engine_Layout_js[] = {
#embed "../../../web/client/engine/Layout.js"
};

static const unsigned char client_engine_Outbox_js[] = {
#embed "../../../web/client/engine/Outbox.js"
};

static const unsigned char client_engine_Replica_js[] = {
#embed "../../../web/client/engine/Replica.js"
};

static const unsigned char client_engine_TabGroup_js[] = {
#embed "../../../web/client/engine/TabGroup.js"
};

static const unsigned char client_engine_columns_js[] = {
#embed "../../../web/client/engine/columns.js"
};

static const unsigned char client_engine_open_js[] = {
#embed "../../../web/client/engine/open.js"
};

static const unsigned char client_engine_tabs_js[] = {
#embed "../../../web/client/engine/tabs.js"
};

static const unsigned char client_events_EventStream_js[] = {
#embed "../../../web/client/events/EventStream.js"
};

static const unsigned char client_events_locks_js[] = {
#embed "../../../web/client/events/locks.js"
};

static const unsigned char client_events_tabs_js[] = {
#embed "../../../web/client/events/tabs.js"
};

static const unsigned char client_interaction_Announcer_js[] = {
#embed "../../../web/client/interaction/Announcer.js"
};

static const unsigned char client_interaction_AutoScroll_js[] = {
#embed "../../../web/client/interaction/AutoScroll.js"
};

static const unsigned char client_interaction_Drag_js[] = {
#embed "../../../web/client/interaction/Drag.js"
};

static const unsigned char client_interaction_Focus_js[] = {
#embed "../../../web/client/interaction/Focus.js"
};

static const unsigned char client_interaction_Gesture_js[] = {
#embed "../../../web/client/interaction/Gesture.js"
};

static const unsigned char client_interaction_Held_js[] = {
#embed "../../../web/client/interaction/Held.js"
};

static const unsigned char client_interaction_Interaction_js[] = {
#embed "../../../web/client/interaction/Interaction.js"
};

static const unsigned char client_interaction_Keys_js[] = {
#embed "../../../web/client/interaction/Keys.js"
};

static const unsigned char client_interaction_Movement_js[] = {
#embed "../../../web/client/interaction/Movement.js"
};

static const unsigned char client_interaction_geometry_js[] = {
#embed "../../../web/client/interaction/geometry.js"
};

static const unsigned char client_interaction_grid_js[] = {
#embed "../../../web/client/interaction/grid.js"
};

static const unsigned char client_interaction_messages_js[] = {
#embed "../../../web/client/interaction/messages.js"
};

static const unsigned char client_interaction_roles_js[] = {
#embed "../../../web/client/interaction/roles.js"
};

static const unsigned char client_mirror_Change_js[] = {
#embed "../../../web/client/mirror/Change.js"
};

static const unsigned char client_mirror_Element_js[] = {
#embed "../../../web/client/mirror/Element.js"
};

static const unsigned char client_mirror_Mirror_js[] = {
#embed "../../../web/client/mirror/Mirror.js"
};

static const unsigned char client_mirror_itemCounts_js[] = {
#embed "../../../web/client/mirror/itemCounts.js"
};

static const unsigned char client_pages_js[] = {
#embed "../../../web/client/pages.js"
};

static const unsigned char client_pages_escape_js[] = {
#embed "../../../web/client/pages/escape.js"
};

static const unsigned char client_pages_hydrate_js[] = {
#embed "../../../web/client/pages/hydrate.js"
};

static const unsigned char client_pages_toHTML_js[] = {
#embed "../../../web/client/pages/toHTML.js"
};

static const unsigned char client_service_Collection_js[] = {
#embed "../../../web/client/service/Collection.js"
};

static const unsigned char client_service_Tessera_js[] = {
#embed "../../../web/client/service/Tessera.js"
};

static const unsigned char client_service_TesseraProblem_js[] = {
#embed "../../../web/client/service/TesseraProblem.js"
};

static const unsigned char client_service_operations_js[] = {
#embed "../../../web/client/service/operations.js"
};

static const unsigned char client_service_transport_js[] = {
#embed "../../../web/client/service/transport.js"
};

static const unsigned char client_service_watch_js[] = {
#embed "../../../web/client/service/watch.js"
};

static const unsigned char client_tessera_js[] = {
#embed "../../../web/client/tessera.js"
};

static const unsigned char client_view_Axis_js[] = {
#embed "../../../web/client/view/Axis.js"
};

static const unsigned char client_view_Cell_js[] = {
#embed "../../../web/client/view/Cell.js"
};

static const unsigned char client_view_Cells_js[] = {
#embed "../../../web/client/view/Cells.js"
};

static const unsigned char client_view_CollectionView_js[] = {
#embed "../../../web/client/view/CollectionView.js"
};

static const unsigned char client_view_Notices_js[] = {
#embed "../../../web/client/view/Notices.js"
};

static const unsigned char client_view_Pinned_js[] = {
#embed "../../../web/client/view/Pinned.js"
};

static const unsigned char client_view_Strips_js[] = {
#embed "../../../web/client/view/Strips.js"
};

static const unsigned char client_view_Turning_js[] = {
#embed "../../../web/client/view/Turning.js"
};

static const unsigned char client_view_actions_js[] = {
#embed "../../../web/client/view/actions.js"
};

static const unsigned char client_view_adopt_js[] = {
#embed "../../../web/client/view/adopt.js"
};

static const unsigned char client_view_cellStyle_js[] = {
#embed "../../../web/client/view/cellStyle.js"
};

static const unsigned char client_view_formulas_js[] = {
#embed "../../../web/client/view/formulas.js"
};

static const unsigned char client_view_leadAt_js[] = {
#embed "../../../web/client/view/leadAt.js"
};

static const unsigned char client_view_paged_js[] = {
#embed "../../../web/client/view/paged.js"
};

static const unsigned char client_view_parts_js[] = {
#embed "../../../web/client/view/parts.js"
};

static const unsigned char client_view_pinnedKinds_js[] = {
#embed "../../../web/client/view/pinnedKinds.js"
};

static const unsigned char client_view_smooth_js[] = {
#embed "../../../web/client/view/smooth.js"
};

static const unsigned char client_viewport_Viewport_js[] = {
#embed "../../../web/client/viewport/Viewport.js"
};

static const unsigned char elements_d_ts[] = {
#embed "../../../web/elements.d.ts"
};

static const unsigned char engine_d_ts[] = {
#embed "../../../web/engine.d.ts"
};

static const unsigned char pages_d_ts[] = {
#embed "../../../web/pages.d.ts"
};

static const unsigned char playground_dom_js[] = {
#embed "../../../web/playground/dom.js"
};

static const unsigned char playground_engine_PageEngine_js[] = {
#embed "../../../web/playground/engine/PageEngine.js"
};

static const unsigned char playground_engine_layOut_js[] = {
#embed "../../../web/playground/engine/layOut.js"
};

static const unsigned char playground_engine_worker_js[] = {
#embed "../../../web/playground/engine/worker.js"
};

static const unsigned char playground_examples_json[] = {
#embed "../../../web/playground/examples.json"
};

static const unsigned char playground_index_html[] = {
#embed "../../../web/playground/index.html"
};

static const unsigned char playground_link_js[] = {
#embed "../../../web/playground/link.js"
};

static const unsigned char playground_live_Screen_js[] = {
#embed "../../../web/playground/live/Screen.js"
};

static const unsigned char playground_live_birds_js[] = {
#embed "../../../web/playground/live/birds.js"
};

static const unsigned char playground_live_live_js[] = {
#embed "../../../web/playground/live/live.js"
};

static const unsigned char playground_main_js[] = {
#embed "../../../web/playground/main.js"
};

static const unsigned char playground_panels_Output_js[] = {
#embed "../../../web/playground/panels/Output.js"
};

static const unsigned char playground_panels_controls_js[] = {
#embed "../../../web/playground/panels/controls.js"
};

static const unsigned char playground_panels_copies_js[] = {
#embed "../../../web/playground/panels/copies.js"
};

static const unsigned char playground_panels_gallery_js[] = {
#embed "../../../web/playground/panels/gallery.js"
};

static const unsigned char playground_panels_problems_js[] = {
#embed "../../../web/playground/panels/problems.js"
};

static const unsigned char playground_schema_json[] = {
#embed "../../../web/playground/schema.json"
};

static const unsigned char playground_schema_fields_js[] = {
#embed "../../../web/playground/schema/fields.js"
};

static const unsigned char playground_service_js[] = {
#embed "../../../web/playground/service.js"
};

static const unsigned char playground_stage_Overview_js[] = {
#embed "../../../web/playground/stage/Overview.js"
};

static const unsigned char playground_stage_Picture_js[] = {
#embed "../../../web/playground/stage/Picture.js"
};

static const unsigned char playground_stage_Player_js[] = {
#embed "../../../web/playground/stage/Player.js"
};

static const unsigned char playground_stage_Stage_js[] = {
#embed "../../../web/playground/stage/Stage.js"
};

static const unsigned char playground_stage_Strips_js[] = {
#embed "../../../web/playground/stage/Strips.js"
};

static const unsigned char playground_stage_WidthHandle_js[] = {
#embed "../../../web/playground/stage/WidthHandle.js"
};

static const unsigned char playground_stage_blend_js[] = {
#embed "../../../web/playground/stage/blend.js"
};

static const unsigned char playground_stage_inspect_js[] = {
#embed "../../../web/playground/stage/inspect.js"
};

static const unsigned char playground_states_js[] = {
#embed "../../../web/playground/states.js"
};

static const unsigned char playground_styles_base_css[] = {
#embed "../../../web/playground/styles/base.css"
};

static const unsigned char playground_styles_editor_css[] = {
#embed "../../../web/playground/styles/editor.css"
};

static const unsigned char playground_styles_live_css[] = {
#embed "../../../web/playground/styles/live.css"
};

static const unsigned char playground_styles_page_css[] = {
#embed "../../../web/playground/styles/page.css"
};

static const unsigned char playground_styles_stage_css[] = {
#embed "../../../web/playground/styles/stage.css"
};

static const unsigned char playground_tabs_js[] = {
#embed "../../../web/playground/tabs.js"
};

static const unsigned char playground_text_Completion_js[] = {
#embed "../../../web/playground/text/Completion.js"
};

static const unsigned char playground_text_Editor_js[] = {
#embed "../../../web/playground/text/Editor.js"
};

static const unsigned char playground_text_edit_js[] = {
#embed "../../../web/playground/text/edit.js"
};

static const unsigned char playground_text_parse_js[] = {
#embed "../../../web/playground/text/parse.js"
};

static const unsigned char playground_text_pointers_js[] = {
#embed "../../../web/playground/text/pointers.js"
};

static const unsigned char tessera_d_ts[] = {
#embed "../../../web/tessera.d.ts"
};

static const struct tessera_file files[] = {
  {"client/changes/Animator.js", client_changes_Animator_js, sizeof client_changes_Animator_js},
  {"client/changes/Flying.js", client_changes_Flying_js, sizeof client_changes_Flying_js},
  {"client/changes/Guesses.js", client_changes_Guesses_js, sizeof client_changes_Guesses_js},
  {"client/changes/batch.js", client_changes_batch_js, sizeof client_changes_batch_js},
  {"client/changes/flights.js", client_changes_flights_js, sizeof client_changes_flights_js},
  {"client/changes/guess.js", client_changes_guess_js, sizeof client_changes_guess_js},
  {"client/changes/stack.js", client_changes_stack_js, sizeof client_changes_stack_js},
  {"client/changes/update.js", client_changes_update_js, sizeof client_changes_update_js},
  {"client/elements.js", client_elements_js, sizeof client_elements_js},
  {"client/elements/TesseraLayout.js", client_elements_TesseraLayout_js, sizeof client_elements_TesseraLayout_js},
  {"client/elements/TesseraList.js", client_elements_TesseraList_js, sizeof client_elements_TesseraList_js},
  {"client/elements/templates.js", client_elements_templates_js, sizeof client_elements_templates_js},
  {"client/engine.js", client_engine_js, sizeof client_engine_js},
  {"client/engine/Engine.js", client_engine_Engine_js, sizeof client_engine_Engine_js},
  {"client/engine/Feed.js", client_engine_Feed_js, sizeof client_engine_Feed_js},
  {"client/engine/Layout.js", client_engine_Layout_js, sizeof client_engine_Layout_js},
  {"client/engine/Outbox.js", client_engine_Outbox_js, sizeof client_engine_Outbox_js},
  {"client/engine/Replica.js", client_engine_Replica_js, sizeof client_engine_Replica_js},
  {"client/engine/TabGroup.js", client_engine_TabGroup_js, sizeof client_engine_TabGroup_js},
  {"client/engine/columns.js", client_engine_columns_js, sizeof client_engine_columns_js},
  {"client/engine/open.js", client_engine_open_js, sizeof client_engine_open_js},
  {"client/engine/tabs.js", client_engine_tabs_js, sizeof client_engine_tabs_js},
  {"client/events/EventStream.js", client_events_EventStream_js, sizeof client_events_EventStream_js},
  {"client/events/locks.js", client_events_locks_js, sizeof client_events_locks_js},
  {"client/events/tabs.js", client_events_tabs_js, sizeof client_events_tabs_js},
  {"client/interaction/Announcer.js", client_interaction_Announcer_js, sizeof client_interaction_Announcer_js},
  {"client/interaction/AutoScroll.js", client_interaction_AutoScroll_js, sizeof client_interaction_AutoScroll_js},
  {"client/interaction/Drag.js", client_interaction_Drag_js, sizeof client_interaction_Drag_js},
  {"client/interaction/Focus.js", client_interaction_Focus_js, sizeof client_interaction_Focus_js},
  {"client/interaction/Gesture.js", client_interaction_Gesture_js, sizeof client_interaction_Gesture_js},
  {"client/interaction/Held.js", client_interaction_Held_js, sizeof client_interaction_Held_js},
  {"client/interaction/Interaction.js", client_interaction_Interaction_js, sizeof client_interaction_Interaction_js},
  {"client/interaction/Keys.js", client_interaction_Keys_js, sizeof client_interaction_Keys_js},
  {"client/interaction/Movement.js", client_interaction_Movement_js, sizeof client_interaction_Movement_js},
  {"client/interaction/geometry.js", client_interaction_geometry_js, sizeof client_interaction_geometry_js},
  {"client/interaction/grid.js", client_interaction_grid_js, sizeof client_interaction_grid_js},
  {"client/interaction/messages.js", client_interaction_messages_js, sizeof client_interaction_messages_js},
  {"client/interaction/roles.js", client_interaction_roles_js, sizeof client_interaction_roles_js},
  {"client/mirror/Change.js", client_mirror_Change_js, sizeof client_mirror_Change_js},
  {"client/mirror/Element.js", client_mirror_Element_js, sizeof client_mirror_Element_js},
  {"client/mirror/Mirror.js", client_mirror_Mirror_js, sizeof client_mirror_Mirror_js},
  {"client/mirror/itemCounts.js", client_mirror_itemCounts_js, sizeof client_mirror_itemCounts_js},
  {"client/pages.js", client_pages_js, sizeof client_pages_js},
  {"client/pages/escape.js", client_pages_escape_js, sizeof client_pages_escape_js},
  {"client/pages/hydrate.js", client_pages_hydrate_js, sizeof client_pages_hydrate_js},
  {"client/pages/toHTML.js", client_pages_toHTML_js, sizeof client_pages_toHTML_js},
  {"client/service/Collection.js", client_service_Collection_js, sizeof client_service_Collection_js},
  {"client/service/Tessera.js", client_service_Tessera_js, sizeof client_service_Tessera_js},
  {"client/service/TesseraProblem.js", client_service_TesseraProblem_js, sizeof client_service_TesseraProblem_js},
  {"client/service/operations.js", client_service_operations_js, sizeof client_service_operations_js},
  {"client/service/transport.js", client_service_transport_js, sizeof client_service_transport_js},
  {"client/service/watch.js", client_service_watch_js, sizeof client_service_watch_js},
  {"client/tessera.js", client_tessera_js, sizeof client_tessera_js},
  {"client/view/Axis.js", client_view_Axis_js, sizeof client_view_Axis_js},
  {"client/view/Cell.js", client_view_Cell_js, sizeof client_view_Cell_js},
  {"client/view/Cells.js", client_view_Cells_js, sizeof client_view_Cells_js},
  {"client/view/CollectionView.js", client_view_CollectionView_js, sizeof client_view_CollectionView_js},
  {"client/view/Notices.js", client_view_Notices_js, sizeof client_view_Notices_js},
  {"client/view/Pinned.js", client_view_Pinned_js, sizeof client_view_Pinned_js},
  {"client/view/Strips.js", client_view_Strips_js, sizeof client_view_Strips_js},
  {"client/view/Turning.js", client_view_Turning_js, sizeof client_view_Turning_js},
  {"client/view/actions.js", client_view_actions_js, sizeof client_view_actions_js},
  {"client/view/adopt.js", client_view_adopt_js, sizeof client_view_adopt_js},
  {"client/view/cellStyle.js", client_view_cellStyle_js, sizeof client_view_cellStyle_js},
  {"client/view/formulas.js", client_view_formulas_js, sizeof client_view_formulas_js},
  {"client/view/leadAt.js", client_view_leadAt_js, sizeof client_view_leadAt_js},
  {"client/view/paged.js", client_view_paged_js, sizeof client_view_paged_js},
  {"client/view/parts.js", client_view_parts_js, sizeof client_view_parts_js},
  {"client/view/pinnedKinds.js", client_view_pinnedKinds_js, sizeof client_view_pinnedKinds_js},
  {"client/view/smooth.js", client_view_smooth_js, sizeof client_view_smooth_js},
  {"client/viewport/Viewport.js", client_viewport_Viewport_js, sizeof client_viewport_Viewport_js},
  {"elements.d.ts", elements_d_ts, sizeof elements_d_ts},
  {"engine.d.ts", engine_d_ts, sizeof engine_d_ts},
  {"pages.d.ts", pages_d_ts, sizeof pages_d_ts},
  {"playground/dom.js", playground_dom_js, sizeof playground_dom_js},
  {"playground/engine/PageEngine.js", playground_engine_PageEngine_js, sizeof playground_engine_PageEngine_js},
  {"playground/engine/layOut.js", playground_engine_layOut_js, sizeof playground_engine_layOut_js},
  {"playground/engine/worker.js", playground_engine_worker_js, sizeof playground_engine_worker_js},
  {"playground/examples.json", playground_examples_json, sizeof playground_examples_json},
  {"playground/index.html", playground_index_html, sizeof playground_index_html},
  {"playground/link.js", playground_link_js, sizeof playground_link_js},
  {"playground/live/Screen.js", playground_live_Screen_js, sizeof playground_live_Screen_js},
  {"playground/live/birds.js", playground_live_birds_js, sizeof playground_live_birds_js},
  {"playground/live/live.js", playground_live_live_js, sizeof playground_live_live_js},
  {"playground/main.js", playground_main_js, sizeof playground_main_js},
  {"playground/panels/Output.js", playground_panels_Output_js, sizeof playground_panels_Output_js},
  {"playground/panels/controls.js", playground_panels_controls_js, sizeof playground_panels_controls_js},
  {"playground/panels/copies.js", playground_panels_copies_js, sizeof playground_panels_copies_js},
  {"playground/panels/gallery.js", playground_panels_gallery_js, sizeof playground_panels_gallery_js},
  {"playground/panels/problems.js", playground_panels_problems_js, sizeof playground_panels_problems_js},
  {"playground/schema.json", playground_schema_json, sizeof playground_schema_json},
  {"playground/schema/fields.js", playground_schema_fields_js, sizeof playground_schema_fields_js},
  {"playground/service.js", playground_service_js, sizeof playground_service_js},
  {"playground/stage/Overview.js", playground_stage_Overview_js, sizeof playground_stage_Overview_js},
  {"playground/stage/Picture.js", playground_stage_Picture_js, sizeof playground_stage_Picture_js},
  {"playground/stage/Player.js", playground_stage_Player_js, sizeof playground_stage_Player_js},
  {"playground/stage/Stage.js", playground_stage_Stage_js, sizeof playground_stage_Stage_js},
  {"playground/stage/Strips.js", playground_stage_Strips_js, sizeof playground_stage_Strips_js},
  {"playground/stage/WidthHandle.js", playground_stage_WidthHandle_js, sizeof playground_stage_WidthHandle_js},
  {"playground/stage/blend.js", playground_stage_blend_js, sizeof playground_stage_blend_js},
  {"playground/stage/inspect.js", playground_stage_inspect_js, sizeof playground_stage_inspect_js},
  {"playground/states.js", playground_states_js, sizeof playground_states_js},
  {"playground/styles/base.css", playground_styles_base_css, sizeof playground_styles_base_css},
  {"playground/styles/editor.css", playground_styles_editor_css, sizeof playground_styles_editor_css},
  {"playground/styles/live.css", playground_styles_live_css, sizeof playground_styles_live_css},
  {"playground/styles/page.css", playground_styles_page_css, sizeof playground_styles_page_css},
  {"playground/styles/stage.css", playground_styles_stage_css, sizeof playground_styles_stage_css},
  {"playground/tabs.js", playground_tabs_js, sizeof playground_tabs_js},
  {"playground/text/Completion.js", playground_text_Completion_js, sizeof playground_text_Completion_js},
  {"playground/text/Editor.js", playground_text_Editor_js, sizeof playground_text_Editor_js},
  {"playground/text/edit.js", playground_text_edit_js, sizeof playground_text_edit_js},
  {"playground/text/parse.js", playground_text_parse_js, sizeof playground_text_parse_js},
  {"playground/text/pointers.js", playground_text_pointers_js, sizeof playground_text_pointers_js},
  {"tessera.d.ts", tessera_d_ts, sizeof tessera_d_ts},
};

size_t tessera_web_file_count(void) { return sizeof files / sizeof files[0]; }

struct tessera_file tessera_web_file(size_t index) { return files[index]; }
