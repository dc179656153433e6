-- The modules of OpenNefia that this host leaves out: a folder and its modules on each line.
local NAMES = [[
  api: Ai AspectHolder CharaMake Compress Draw EquipSlots EventHolder EventTree HspRandomGenerator IAi IAspectModdable
    ICloneable IContainer IDrawableHolder IEffects IFactioned ILocalizable IModDataHolder IRandomGenerator
    ISoundHolder IStackableObject ITypedLocation Input LuaRandomGenerator MemoryProfiler ModExtTable Object
    ObjectContainer PriorityMap Profile Repl SaveFs Stopwatch Talk Theme Ui UidTracker
  api.chara: EquipRules ICharaActivity ICharaAi ICharaBuffs ICharaEffects ICharaEquip ICharaInventory ICharaParty
    ICharaResists ICharaRoles ICharaSkills ICharaTalk ICharaTraits
  api.chara.aspect: CharaEquipStyleAspect ICharaEquipStyle
  api.draw: DrawLayerSpec MapObjectBatch
  api.gui: AliasPrompt DirectionPrompt IChipAnimatable IChipRenderable IDrawLayer IDrawable IFocusable IInput
    IInputHandler IKeyInput ILayer IList IMouseElement IMouseElementProvider IMouseInput IPaged ISettable IUiElement
    IUiLayer IUiList IUiWidget InputHandler KeyHandler KeybindTranslator ListModel MapRenderer MorePrompt MouseHandler
    NumberPrompt PagedListModel Pcc PlayerLightDrawable PositionPrompt Prompt QuickMenuList QuickMenuPrompt
    RandomEventPrompt Scroll TargetPrompt TargetPromptList TextHandler TextPrompt TopicWindow UiHelpMarkup UiList
    UiPagedContainer UiScroll UiShadowedText UiTextGroup UiTheme UiWindow WidgetContainer WidgetHolder Window
  api.gui.hud: IHud MainHud UiAutoTurn UiBar UiBuffs UiClock UiDiagonalArrows UiFpsCounter UiFpsGraph UiGoldPlatinum
    UiLevel UiMessageWindow UiMinimap UiSkillTracker UiStatsBar UiStatusEffects
  api.gui.menu: BookMenu BookMenuMarkup ChangeAppearanceList ChangeAppearanceMenu ChangeAppearancePreview
    ChangeToneMenu CharacterInfoMenu CharacterInfoWrapper CharacterSheetMenu ChooseAllyMenu ChooseNpcMenu DeathMenu
    EquipmentMenu FeatsMenu HelpMenuView ICharacterSheetBehavior IReplMode ISidebarView IconBar InventoryContext
    InventoryMenu InventoryTargetEquipWindow InventoryWrapper ItemDescriptionMenu JournalMenu LuaReplMode
    MainTitleMenu MaterialsMenu QuestBoardList QuestBoardMenu ReplCompletion ReplLayer RestoreSaveMenu SidebarMenu
    SkillStatusMenu SkillsMenu SpellsMenu SpellsWrapper UiBuffList WindowTitle
  api.gui.menu.chara_make: CharaMakeCaption CharaMakeWrapper CharacterFinalizeMenu CustomizeAppearanceMenu
    ICharaMakeMenu ICharaMakeSection RollAttributesMenu SelectAliasMenu SelectBalanceMenu SelectClassMenu
    SelectFeatsMenu SelectGenderMenu SelectRaceMenu SelectScenarioMenu UiRaceInfo
  api.gui.menu.config: ConfigMenu ConfigMenuList ConfigMenuWrapper IConfigMenu
  api.gui.menu.config.item: ConfigItemBooleanWidget ConfigItemEnumWidget ConfigItemIntegerWidget IConfigItemWidget
  api.gui.menu.config.menu: ConfigThemeMenu ConfigThemeMenuPreview
  api.gui.menu.inv: IInventoryMenuDetailView ResistanceLayout
  api.item: IItemContainer IItemEnchantments InstancedEnchantment
  api.test: Assert Diff QuickCheck
  api.test.gen: BooleanGen CharGen CharaGen FloatGen IGenerator IntGen ItemGen ObjectGen StringGen UnicodeGen
  ext: bit global init math string table utf8
  game: chara_make field field_layer field_logic init startup
  internal: binary_reader bmp_convert config config_holder config_store data_table dawg dawg_node debug_server draw
    draw_callbacks elona_repl env field_renderer hotload init input midi mod multi_pool object paths pool repl
    save_store sound_manager theme
  internal.data: base config_menu config_option config_option_type events fallbacks schemas talk theme
  internal.draw: IBatch anim asset_drawable asset_instance atlas atlas_batch shadow_batch sparse_batch tile_batch
  internal.draw.coords: ICoords iso_coords tiled_coords
  internal.events: area_archetype chara_activity chara_refresh damage_hp debug init init_save item item_description
    item_refresh map_archetype map_delete map_exit map_init on_hotload widget
  internal.global: advice_state api_version aspect_state atlases field_logic_state global_events global_sound_manager
    init main_state theme_state
  internal.i18n.env: en jp
  internal.i18n: init
  internal.layer: chip_layer debris_layer effect_map_layer emotion_icon_layer shadow_layer tile_layer
    tile_overhang_layer
  internal.layer.global: canvas_layer
  thirdparty: ansicolors argparse automagic binpack binser coxpcall inspect json profile strict
  thirdparty.bit: numberlua
  thirdparty.repl: compat console init sync utils
  thirdparty.repl.plugins: autoreturn completion example filename_completion history keep_last_eval linenoise
    pretty_print rcfile rlwrap semicolon_suppress_output
  thirdparty.resty: tsort
  util: class fs lovemock stopwatch types
]]

-- Path of a module -> its name.
local names, folder = {}, ""
for word in NAMES:gmatch "%S+" do
  if word:find(":", 1, true) then
    folder = word:sub(1, -2) .. "."
  else
    names[folder .. word] = word
  end
end
return names
