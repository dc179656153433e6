# Walks through a dungeon that dungeon-host has written: arrows move, walls stop, items are taken by touch.
#
#   dungeon-host generate base --seed 3 -o examples/godot/dungeon.tscn
#   godot --path examples/godot
#   godot --headless --path examples/godot -- --auto    (walks to all items that it can reach, and ends)
extends Node2D

const SQUARE := 16
const SPEED := 120.0

var dungeon: Node2D
var player: CharacterBody2D
var ways := AStarGrid2D.new()
var taken: Array[String] = []


func _ready() -> void:
	var scene: PackedScene = load("res://dungeon.tscn") if ResourceLoader.exists("res://dungeon.tscn") else null
	if scene == null:
		printerr("there is no dungeon.tscn here: dungeon-host generate base -o dungeon.tscn writes it")
		set_physics_process(false)
		get_tree().quit(1)
		return
	dungeon = scene.instantiate()
	add_child(dungeon)
	read_ways(dungeon.get_node("Collisions"))
	add_player()
	if "--auto" in OS.get_cmdline_user_args():
		set_physics_process(false)
		take_all()
		get_tree().quit()


# A square can be walked on when its tile has ground for navigation.
func read_ways(collisions: TileMapLayer) -> void:
	ways.region = collisions.get_used_rect()
	ways.diagonal_mode = AStarGrid2D.DIAGONAL_MODE_NEVER
	ways.update()
	ways.fill_solid_region(ways.region)
	for square in collisions.get_used_cells():
		var is_open := collisions.get_cell_tile_data(square).get_navigation_polygon(0) != null
		ways.set_point_solid(square, not is_open)


# The player begins on the first home, or else on the first square that is open.
func add_player() -> void:
	player = CharacterBody2D.new()
	var shape := CollisionShape2D.new()
	shape.shape = CircleShape2D.new()
	shape.shape.radius = SQUARE * 0.3
	var picture := Polygon2D.new()
	picture.polygon = PackedVector2Array([Vector2(0, -6), Vector2(5, 0), Vector2(0, 6), Vector2(-5, 0)])
	picture.color = Color.GOLD
	var camera := Camera2D.new()
	camera.zoom = Vector2(3, 3)
	for part: Node in [shape, picture, camera]:
		player.add_child(part)
	player.position = middle_of(start())
	add_child(player)


func start() -> Vector2i:
	var homes := dungeon.get_node_or_null("Homes")
	for home: Node2D in homes.get_children() if homes != null else []:
		for step: Vector2i in [Vector2i.ZERO, Vector2i.DOWN, Vector2i.UP, Vector2i.LEFT, Vector2i.RIGHT]:
			if is_open(square_of(home) + step):
				return square_of(home) + step
	for square: Vector2i in dungeon.get_node("Collisions").get_used_cells():
		if is_open(square):
			return square
	return Vector2i.ZERO


func _physics_process(_delta: float) -> void:
	player.velocity = SPEED * Input.get_vector("ui_left", "ui_right", "ui_up", "ui_down")
	player.move_and_slide()
	take_at(Vector2i((player.position / SQUARE).floor()))


func take_at(square: Vector2i) -> void:
	for item in things("Items"):
		if square_of(item) == square:
			taken.append(item.get_meta("name"))
			print("took %s at %d, %d" % [item.get_meta("name"), square.x, square.y])
			item.free()


func take_all() -> void:
	var number := things("Items").size()
	for item in things("Items"):
		if is_instance_valid(item) and is_open(square_of(item)):
			var path := ways.get_id_path(Vector2i((player.position / SQUARE).floor()), square_of(item))
			for square: Vector2i in path:
				player.position = middle_of(square)
				take_at(square)
	print("took %d of %d items" % [taken.size(), number])


func things(kind: String) -> Array[Node]:
	var parent := dungeon.get_node_or_null(kind)
	return parent.get_children() if parent != null else []


func square_of(thing: Node) -> Vector2i:
	return Vector2i(thing.get_meta("x"), thing.get_meta("y"))


func middle_of(square: Vector2i) -> Vector2:
	return SQUARE * (Vector2(square) + Vector2(0.5, 0.5))


func is_open(square: Vector2i) -> bool:
	return ways.is_in_boundsv(square) and not ways.is_point_solid(square)
