-- fun: functions over iterators.
return [==[
module "thirdparty.fun": fun

module "thirdparty.luafun": fun

fun.iter(value: any, ...: any): Iterator -- within
  An iterator over a list, the keys and values of a table, the characters of a string, an iterator, or the
  three values of a generic for.
  ! The value must be one of these
  > print(fun.iter("abc"):length(), fun.iter({ 4, 5 }):sum()) --> 3 9

fun.range(from: number, to: number?, by: number?): Iterator
  Numbers in steps, both ends included. With one argument they begin at 1.
  | fun.range(to: number): Iterator
  - by: by default 1, or -1 if `to` is less than `from`
  ! The step must not be 0
  > print(fun.range(3):sum(), fun.range(10, 2, -4):to_list()[3]) --> 6 2

fun.wrap(step: function, state: any, control: any): Iterator
  An iterator of the three values of a generic for.
  > print(fun.wrap(ipairs({ 4, 5 })):length()) --> 2

fun.map(fn: function, it: any): Iterator
  Iterator:map as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.map(function(x) return x * x end, { 1, 2, 3 }):sum()) --> 14

fun.filter(fn: function, it: any): Iterator
  Iterator:filter as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.filter(function(x) return x > 1 end, { 1, 2, 3 }):length()) --> 2

fun.each(fn: function, it: any)
  Iterator:each as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > fun.each(print, { "a" }) --> a

fun.for_each(fn: function, it: any)
  Iterator:for_each as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > fun.for_each(print, { "a" }) --> a

fun.length(it: any): integer
  Iterator:length as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.length { 1, 2, 3 }) --> 3

fun.nth(n: integer 0.., it: any): any
  Iterator:nth as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.nth(2, { "a", "b" })) --> b

fun.head(it: any): any
  Iterator:head as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.head { "a", "b" }) --> a

fun.to_list(it: any): any[]
  Iterator:to_list as a function.
  ! The value must be a table, a string or an iterator
  > print(#fun.to_list "abc") --> 3

fun.totable(it: any): any[]
  Iterator:totable as a function.
  ! The value must be a table, a string or an iterator
  > print(#fun.totable "abc") --> 3

fun.to_map(it: any): table
  Iterator:to_map as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.to_map({ a = 1 }).a) --> 1

fun.tomap(it: any): table
  Iterator:tomap as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.tomap({ a = 1 }).a) --> 1

fun.any(fn: function, it: any): boolean
  Iterator:any as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.any(function(x) return x == 4 end, { 1, 2 })) --> false

fun.some(fn: function, it: any): boolean
  Iterator:some as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.some(function(x) return x == 4 end, { 1, 2 })) --> false

fun.all(fn: function, it: any): boolean
  Iterator:all as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.all(function(x) return x > 1 end, { 1, 2 })) --> false

fun.every(fn: function, it: any): boolean
  Iterator:every as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.every(function(x) return x > 1 end, { 1, 2 })) --> false

fun.extract(field: any, it: any): Iterator
  Iterator:extract as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.extract("x", { { x = 2 }, { x = 3 } }):sum()) --> 5

fun.max(it: any): any
  Iterator:max as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.max { 3, 7, 5 }) --> 7

fun.min(it: any): any
  Iterator:min as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.min { 3, 7, 5 }) --> 3

fun.foldl(fn: function, start: any, it: any): any
  Iterator:foldl as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.foldl(function(sum, x) return sum + x end, 10, { 1, 2 })) --> 13

fun.reduce(fn: function, start: any, it: any): any
  Iterator:reduce as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.reduce(function(sum, x) return sum + x end, 10, { 1, 2 })) --> 13

fun.sum(it: any): number
  Iterator:sum as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.sum { 1, 2, 3 }) --> 6

fun.into_sorted(it: any, ...: any): Iterator
  Iterator:into_sorted as a function; the last argument is iterated over.
  | fun.into_sorted(comes_first: function, it: any): Iterator
  ! The value must be a table, a string or an iterator
  > print(table.concat(fun.into_sorted({ 3, 1, 2 }):to_list(), " ")) --> 1 2 3

fun.group_by(by: any, it: any): table<any, any[]>
  Iterator:group_by as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(#fun.group_by("kind", { { kind = "a" }, { kind = "a" } }).a) --> 2

fun.take(n: integer 0.. | function, it: any): Iterator
  Iterator:take as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.take(2, { 5, 6, 7 }):sum()) --> 11

fun.take_n(n: integer 0.. | function, it: any): Iterator
  Iterator:take_n as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.take_n(2, { 5, 6, 7 }):sum()) --> 11

fun.take_while(fn: function, it: any): Iterator
  Iterator:take_while as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.take_while(function(x) return x < 2 end, { 1, 2, 1 }):length()) --> 1

fun.drop(n: integer 0.., it: any): Iterator
  Iterator:drop as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.drop(1, { 5, 6, 7 }):sum()) --> 13

fun.drop_n(n: integer 0.., it: any): Iterator
  Iterator:drop_n as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.drop_n(1, { 5, 6, 7 }):sum()) --> 13

fun.tail(it: any): Iterator
  Iterator:tail as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.tail({ 1, 2, 3 }):sum()) --> 5

fun.drop_while(fn: function, it: any): Iterator
  Iterator:drop_while as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.drop_while(function(x) return x < 2 end, { 1, 2, 1 }):sum()) --> 3

fun.remove_if(fn: function, it: any): Iterator
  Iterator:remove_if as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.remove_if(function(x) return x > 1 end, { 1, 2, 3 }):sum()) --> 5

fun.partition(fn: function, it: any): Iterator, Iterator
  Iterator:partition as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.partition(function(x) return x > 1 end, { 1, 2, 3 }):sum()) --> 5

fun.cycle(it: any): Iterator
  Iterator:cycle as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.cycle({ 1, 2 }):take(3):sum()) --> 4

fun.index(value: any, it: any): integer?
  Iterator:index as a function; the last argument is iterated over.
  ! The value must be a table, a string or an iterator
  > print(fun.index("b", { "a", "b" })) --> 2

fun.min_by(fn: function, it: any): any
  Iterator:min_by as a function; the last argument is iterated over.
  ! There must be an element
  ! The value must be a table, a string or an iterator
  > print(fun.min_by(math.min, { 2, 1 })) --> 1

fun.max_by(fn: function, it: any): any
  Iterator:max_by as a function; the last argument is iterated over.
  ! There must be an element
  ! The value must be a table, a string or an iterator
  > print(fun.max_by(math.max, { 2, 1 })) --> 2

fun.chain(it: any, ...: any): Iterator
  Iterator:chain as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.chain({ 1 }, { 2 }, fun.range(3)):sum()) --> 9

fun.zip(it: any, ...: any): Iterator
  Iterator:zip as a function.
  ! The value must be a table, a string or an iterator
  > for _, x, y in fun.zip({ 1 }, { "a" }) do print(x, y) end --> 1 a

fun.enumerate(it: any): Iterator
  Iterator:enumerate as a function.
  ! The value must be a table, a string or an iterator
  > for _, i, x in fun.enumerate { "a" } do print(i, x) end --> 1 a

fun.unwrap(it: any): function, any, any
  Iterator:unwrap as a function.
  ! The value must be a table, a string or an iterator
  > for _, x in fun.unwrap { 7 } do print(x) end --> 7

fun.is_null(it: any): boolean
  Iterator:is_null as a function.
  ! The value must be a table, a string or an iterator
  > print(fun.is_null {}) --> true
]==]
