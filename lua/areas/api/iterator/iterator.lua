-- Iterator: sequences of values.
return [==[
class Iterator
  A sequence for loops: `for _, value in it do`. The state of the loop comes first, and then the values.
  = fun.range(3)

Iterator:map(fn: function): Iterator
  The results of a function for each element.
  > print(fun.range(3):map(function(x) return x * x end):sum()) --> 14

Iterator:filter(fn: function): Iterator
  The elements for which a function returns true.
  > print(fun.range(6):filter(function(x) return x % 2 == 0 end):length()) --> 3

Iterator:each(fn: function)
  Calls a function with each element.
  > fun.range(1):each(print) --> 1

Iterator:for_each(fn: function)
  An alias of each.
  > fun.range(1):for_each(print) --> 1

Iterator:length(): integer
  How many elements there are.
  > print(fun.range(10):length()) --> 10

Iterator:nth(n: integer 0..): any
  The element at a position, counted from 1; nil if there are fewer.
  > print(fun.range(10, 20):nth(3)) --> 12

Iterator:head(): any
  The first element; nil if there is none.
  > print(fun.range(10, 20):head()) --> 10

Iterator:to_list(): any[]
  The elements as a list.
  > print(table.concat(fun.range(3):to_list(), " ")) --> 1 2 3

Iterator:totable(): any[]
  An alias of to_list.
  > print(#fun.range(3):totable()) --> 3

Iterator:to_map(): table
  A table of keys and values, for iterators that give two.
  > print(fun.iter({ a = 1 }):to_map().a) --> 1

Iterator:tomap(): table
  An alias of to_map.
  > print(fun.iter({ a = 1 }):tomap().a) --> 1

Iterator:any(fn: function): boolean
  Whether a function returns true for an element.
  > print(fun.range(3):any(function(x) return x == 2 end)) --> true

Iterator:some(fn: function): boolean
  An alias of any.
  > print(fun.range(3):some(function(x) return x == 2 end)) --> true

Iterator:all(fn: function): boolean
  Whether a function returns true for all elements.
  > print(fun.range(3):all(function(x) return x > 0 end)) --> true

Iterator:every(fn: function): boolean
  An alias of all.
  > print(fun.range(3):every(function(x) return x > 0 end)) --> true

Iterator:extract(field: any): Iterator
  A field of each element.
  > print(fun.iter({ { x = 2 }, { x = 3 } }):extract("x"):sum()) --> 5

Iterator:max(): any
  The greatest element; nil if there is none.
  > print(fun.iter({ 3, 7, 5 }):max()) --> 7

Iterator:min(): any
  The least element; nil if there is none.
  > print(fun.iter({ 3, 7, 5 }):min()) --> 3

Iterator:foldl(fn: function, start: any): any
  Combines the elements: fn(start, first), then fn(result, second), and so on.
  > print(fun.range(3):foldl(function(text, x) return text .. x end, "")) --> 123

Iterator:reduce(fn: function, start: any): any
  An alias of foldl.
  > print(fun.range(3):reduce(function(text, x) return text .. x end, "")) --> 123

Iterator:sum(): number
  The sum of the elements.
  > print(fun.range(4):sum()) --> 10

Iterator:into_sorted(comes_first: function?): Iterator
  The elements in order.
  - comes_first: whether its first argument comes before the second; by default `<`
  > print(table.concat(fun.iter({ 3, 1, 2 }):into_sorted():to_list(), " ")) --> 1 2 3

Iterator:group_by(by: any): table<any, any[]>
  Groups elements: a table of key -> list.
  - by: the key: a function of an element, or the name of a field
  > local groups = fun.range(5):group_by(function(x) return x % 2 == 0 end)
  > print(#groups[true], #groups[false]) --> 2 3

Iterator:take(n: integer 0.. | function): Iterator
  The first n elements, or those before the first for which a function returns false.
  > print(fun.range(10):take(3):sum()) --> 6

Iterator:take_n(n: integer 0.. | function): Iterator
  An alias of take.
  > print(fun.range(10):take_n(3):sum()) --> 6

Iterator:take_while(fn: function): Iterator
  The elements before the first for which a function returns false.
  > print(fun.range(10):take_while(function(x) return x < 4 end):length()) --> 3

Iterator:drop(n: integer 0..): Iterator
  The elements after the first n.
  > print(fun.range(5):drop(3):sum()) --> 9

Iterator:drop_n(n: integer 0..): Iterator
  An alias of drop.
  > print(fun.range(5):drop_n(3):sum()) --> 9

Iterator:tail(): Iterator
  The elements after the first.
  > print(fun.range(3):tail():sum()) --> 5

Iterator:drop_while(fn: function): Iterator
  Leaves out elements until a function returns false.
  > print(fun.range(5):drop_while(function(x) return x < 4 end):sum()) --> 9

Iterator:remove_if(fn: function): Iterator
  An alias of filter, as in luafun: the elements for which a function returns true stay.
  > print(fun.range(5):remove_if(function(x) return x < 4 end):sum()) --> 6

Iterator:partition(fn: function): Iterator, Iterator
  The elements for which a function returns true, and the others.
  > local low, high = fun.range(5):partition(function(x) return x < 4 end)
  > print(low:sum(), high:sum()) --> 6 9

Iterator:cycle(): Iterator
  The elements again and again, without end.
  > print(fun.range(2):cycle():take(5):sum()) --> 7

Iterator:index(value: any): integer?
  The position of the first element that equals a value.
  > print(fun.iter("abc"):index("c")) --> 3

Iterator:min_by(fn: function): any
  The element that remains when a function gets two elements and returns the smaller one.
  ! There must be an element
  > print(fun.range(3):min_by(math.min)) --> 1

Iterator:max_by(fn: function): any
  The element that remains when a function gets two elements and returns the greater one.
  ! There must be an element
  > print(fun.range(3):max_by(math.max)) --> 3

Iterator:chain(...: any): Iterator
  The elements, followed by the elements of others.
  > print(fun.range(2):chain({ 10 }):sum()) --> 13

Iterator:zip(...: any): Iterator
  The elements in parallel with elements of others, until one of them ends.
  > for _, x, y in fun.range(2):zip({ "a" }) do print(x, y) end --> 1 a

Iterator:enumerate(): Iterator
  The elements, each preceded by its number from 1.
  > for _, i, x in fun.iter({ "a" }):enumerate() do print(i, x) end --> 1 a

Iterator:unwrap(): function, any, any
  The three values of a generic for.
  > for _, x in fun.range(1):unwrap() do print(x) end --> 1

Iterator:is_null(): boolean
  Whether there is no element.
  > print(fun.iter({}):is_null()) --> true
]==]
