-- Iterators: what loops walk, and what can be made of it.
return [==[
module "thirdparty.fun": fun

module "thirdparty.luafun": fun

class Iterator
  What a loop can walk: `for _, value in it do`. The state of the loop comes first, and then the values.
  = fun.range(3)

Iterator:map(fn: function): Iterator
  What a function makes of each element.
  > print(fun.range(3):map(function(x) return x * x end):sum()) --> 14

Iterator:filter(fn: function): Iterator
  The elements of which a function says that they fit.
  > print(fun.range(6):filter(function(x) return x % 2 == 0 end):length()) --> 3

Iterator:each(fn: function)
  Calls a function with each element.
  > fun.range(1):each(print) --> 1

Iterator:for_each(fn: function)
  Another name of each.
  > fun.range(1):for_each(print) --> 1

Iterator:length(): integer
  How many elements there are.
  > print(fun.range(10):length()) --> 10

Iterator:nth(n: integer): any
  The element at a place, counted from 1; nothing when there are fewer.
  > print(fun.range(10, 20):nth(3)) --> 12

Iterator:head(): any
  The first element; nothing when there is none.
  > print(fun.range(10, 20):head()) --> 10

Iterator:to_list(): any[]
  The elements as a list.
  > print(table.concat(fun.range(3):to_list(), " ")) --> 1 2 3

Iterator:totable(): any[]
  Another name of to_list.
  > print(#fun.range(3):totable()) --> 3

Iterator:to_map(): table
  A table of keys and values, for iterators that give two.
  > print(fun.iter({ a = 1 }):to_map().a) --> 1

Iterator:tomap(): table
  Another name of to_map.
  > print(fun.iter({ a = 1 }):tomap().a) --> 1

Iterator:any(fn: function): boolean
  Whether an element fits.
  > print(fun.range(3):any(function(x) return x == 2 end)) --> true

Iterator:some(fn: function): boolean
  Another name of any.
  > print(fun.range(3):some(function(x) return x == 2 end)) --> true

Iterator:all(fn: function): boolean
  Whether all elements fit.
  > print(fun.range(3):all(function(x) return x > 0 end)) --> true

Iterator:every(fn: function): boolean
  Another name of all.
  > print(fun.range(3):every(function(x) return x > 0 end)) --> true

Iterator:extract(field: any): Iterator
  A field of each element.
  > print(fun.iter({ { x = 2 }, { x = 3 } }):extract("x"):sum()) --> 5

Iterator:max(): any
  The greatest element; nothing when there is none.
  > print(fun.iter({ 3, 7, 5 }):max()) --> 7

Iterator:min(): any
  The least element; nothing when there is none.
  > print(fun.iter({ 3, 7, 5 }):min()) --> 3

Iterator:foldl(fn: function, start: any): any
  What a function makes of a start and the first element, of that and the second, and so on.
  > print(fun.range(3):foldl(function(text, x) return text .. x end, "")) --> 123

Iterator:reduce(fn: function, start: any): any
  Another name of foldl.
  > print(fun.range(3):reduce(function(text, x) return text .. x end, "")) --> 123

Iterator:sum(): number
  The sum of the elements.
  > print(fun.range(4):sum()) --> 10

Iterator:into_sorted(comes_first: function?): Iterator
  The elements in order.
  - comes_first: says of two elements whether the first comes before the second; less comes first if it is left out
  > print(table.concat(fun.iter({ 3, 1, 2 }):into_sorted():to_list(), " ")) --> 1 2 3

Iterator:group_by(by: any): table<any, any[]>
  Lists of elements that are alike.
  - by: what makes them alike: a function of an element, or the name of a field
  > local groups = fun.range(5):group_by(function(x) return x % 2 == 0 end)
  > print(#groups[true], #groups[false]) --> 2 3

Iterator:take(n: integer | function): Iterator
  The first n elements, or those before the first that does not fit.
  > print(fun.range(10):take(3):sum()) --> 6

Iterator:take_n(n: integer | function): Iterator
  Another name of take.
  > print(fun.range(10):take_n(3):sum()) --> 6

Iterator:take_while(fn: function): Iterator
  The elements before the first that does not fit.
  > print(fun.range(10):take_while(function(x) return x < 4 end):length()) --> 3

Iterator:drop(n: integer): Iterator
  The elements after the first n.
  > print(fun.range(5):drop(3):sum()) --> 9

Iterator:drop_n(n: integer): Iterator
  Another name of drop.
  > print(fun.range(5):drop_n(3):sum()) --> 9

Iterator:chain(...: any): Iterator
  The elements, and then those of others.
  > print(fun.range(2):chain({ 10 }):sum()) --> 13

Iterator:zip(...: any): Iterator
  The elements side by side with those of others, until one of them ends.
  > for _, x, y in fun.range(2):zip({ "a" }) do print(x, y) end --> 1 a

Iterator:enumerate(): Iterator
  The elements, each after its number from 1.
  > for _, i, x in fun.iter({ "a" }):enumerate() do print(i, x) end --> 1 a

Iterator:unwrap(): function, any, any
  The three values of a generic for.
  > for _, x in fun.range(1):unwrap() do print(x) end --> 1

Iterator:is_null(): boolean
  Whether there is no element.
  > print(fun.iter({}):is_null()) --> true

fun.iter(value: any, ...: any): Iterator -- within
  An iterator over what can be walked: a list, a table with keys and values, the characters of a string, an iterator, or the
  three values of a generic for.
  ! It must be one of these
  > print(fun.iter("abc"):length(), fun.iter({ 4, 5 }):sum()) --> 3 9

fun.range(from: number, to: number?, by: number?): Iterator
  Numbers in steps, both ends included.
  - from: 1, if it is the only argument, which is the end then
  - by: 1 or -1, as the end lies, if it is left out
  ! The step must not be 0
  > print(fun.range(3):sum(), fun.range(10, 2, -4):to_list()[3]) --> 6 2

fun.wrap(step: function, state: any, control: any): Iterator
  An iterator of the three values of a generic for.
  > print(fun.wrap(ipairs({ 4, 5 })):length()) --> 2

fun.map(fn: function, it: any): Iterator
  The same as Iterator:map, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.map(function(x) return x * x end, { 1, 2, 3 }):sum()) --> 14

fun.filter(fn: function, it: any): Iterator
  The same as Iterator:filter, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.filter(function(x) return x > 1 end, { 1, 2, 3 }):length()) --> 2

fun.each(fn: function, it: any)
  The same as Iterator:each, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > fun.each(print, { "a" }) --> a

fun.for_each(fn: function, it: any)
  The same as Iterator:for_each, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > fun.for_each(print, { "a" }) --> a

fun.length(it: any): integer
  The same as Iterator:length, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.length { 1, 2, 3 }) --> 3

fun.nth(n: integer, it: any): any
  The same as Iterator:nth, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.nth(2, { "a", "b" })) --> b

fun.head(it: any): any
  The same as Iterator:head, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.head { "a", "b" }) --> a

fun.to_list(it: any): any[]
  The same as Iterator:to_list, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(#fun.to_list "abc") --> 3

fun.totable(it: any): any[]
  The same as Iterator:totable, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(#fun.totable "abc") --> 3

fun.to_map(it: any): table
  The same as Iterator:to_map, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.to_map({ a = 1 }).a) --> 1

fun.tomap(it: any): table
  The same as Iterator:tomap, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.tomap({ a = 1 }).a) --> 1

fun.any(fn: function, it: any): boolean
  The same as Iterator:any, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.any(function(x) return x == 4 end, { 1, 2 })) --> false

fun.some(fn: function, it: any): boolean
  The same as Iterator:some, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.some(function(x) return x == 4 end, { 1, 2 })) --> false

fun.all(fn: function, it: any): boolean
  The same as Iterator:all, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.all(function(x) return x > 1 end, { 1, 2 })) --> false

fun.every(fn: function, it: any): boolean
  The same as Iterator:every, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.every(function(x) return x > 1 end, { 1, 2 })) --> false

fun.extract(field: any, it: any): Iterator
  The same as Iterator:extract, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.extract("x", { { x = 2 }, { x = 3 } }):sum()) --> 5

fun.max(it: any): any
  The same as Iterator:max, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.max { 3, 7, 5 }) --> 7

fun.min(it: any): any
  The same as Iterator:min, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.min { 3, 7, 5 }) --> 3

fun.foldl(fn: function, start: any, it: any): any
  The same as Iterator:foldl, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.foldl(function(sum, x) return sum + x end, 10, { 1, 2 })) --> 13

fun.reduce(fn: function, start: any, it: any): any
  The same as Iterator:reduce, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.reduce(function(sum, x) return sum + x end, 10, { 1, 2 })) --> 13

fun.sum(it: any): number
  The same as Iterator:sum, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.sum { 1, 2, 3 }) --> 6

fun.into_sorted(it: any, ...: any): Iterator
  The same as Iterator:into_sorted, of whatever can be walked.
  - it: with two arguments the first says which of two elements comes first, and the second is walked
  ! What is walked must be a table, a string or an iterator
  > print(table.concat(fun.into_sorted({ 3, 1, 2 }):to_list(), " ")) --> 1 2 3

fun.group_by(by: any, it: any): table<any, any[]>
  The same as Iterator:group_by, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(#fun.group_by("kind", { { kind = "a" }, { kind = "a" } }).a) --> 2

fun.take(n: integer | function, it: any): Iterator
  The same as Iterator:take, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.take(2, { 5, 6, 7 }):sum()) --> 11

fun.take_n(n: integer | function, it: any): Iterator
  The same as Iterator:take_n, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.take_n(2, { 5, 6, 7 }):sum()) --> 11

fun.take_while(fn: function, it: any): Iterator
  The same as Iterator:take_while, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.take_while(function(x) return x < 2 end, { 1, 2, 1 }):length()) --> 1

fun.drop(n: integer, it: any): Iterator
  The same as Iterator:drop, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.drop(1, { 5, 6, 7 }):sum()) --> 13

fun.drop_n(n: integer, it: any): Iterator
  The same as Iterator:drop_n, of whatever can be walked; it comes last.
  ! What is walked must be a table, a string or an iterator
  > print(fun.drop_n(1, { 5, 6, 7 }):sum()) --> 13

fun.chain(it: any, ...: any): Iterator
  The same as Iterator:chain, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.chain({ 1 }, { 2 }, fun.range(3)):sum()) --> 9

fun.zip(it: any, ...: any): Iterator
  The same as Iterator:zip, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > for _, x, y in fun.zip({ 1 }, { "a" }) do print(x, y) end --> 1 a

fun.enumerate(it: any): Iterator
  The same as Iterator:enumerate, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > for _, i, x in fun.enumerate { "a" } do print(i, x) end --> 1 a

fun.unwrap(it: any): function, any, any
  The same as Iterator:unwrap, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > for _, x in fun.unwrap { 7 } do print(x) end --> 7

fun.is_null(it: any): boolean
  The same as Iterator:is_null, of whatever can be walked.
  ! What is walked must be a table, a string or an iterator
  > print(fun.is_null {}) --> true
]==]
