/** Names of functions and types as people say them. */
import { shortFunction, shortTypes } from '../../src/debug-info/function-name';

test.each([
  ['main', 'main'],
  ['main::$_0::operator()() const', 'lambda in main'],
  ['main::{lambda()#1}::operator()() const', 'lambda in main'],
  ['Pool::Pool(unsigned long)::{lambda()#1}::operator()() const', 'lambda in Pool::Pool'],
  [
    'boost::lockfree::queue<int, boost::lockfree::capacity<4ul> >::node::node(int const&, unsigned short)',
    'boost::lockfree::queue::node::node',
  ],
  ['void std::__invoke_impl<void, main::$_0>(std::__invoke_other, main::$_0&&)', 'std::__invoke_impl'],
  ['(anonymous namespace)::work(int)', 'work'],
  ['std::thread::join()', 'std::thread::join'],
  ['Counter::operator()(int)', 'Counter::operator()'],
  ['bool operator<(A const&, B const&)', 'operator<'],
  ['<std::sync::mutex::Mutex<i32>>::lock', 'std::sync::mutex::Mutex::lock'],
  [
    '<sample::tests::mutex::{closure#0} as core::ops::function::FnOnce<()>>::call_once',
    'closure in sample::tests::mutex',
  ],
  ['std::thread::spawn::<sample::tests::park::{closure#0}, ()>', 'std::thread::spawn'],
  ['<std::sys::unix::thread::Thread>::new::thread_start', 'std::sys::unix::thread::Thread::new::thread_start'],
  ['<A<fn(i32) -> B<i32>> as C<D>>::f::<E>::{shim:vtable#0}', 'A::f::{shim:vtable#0}'],
  ['/lib/x86_64-linux-gnu/libstdc++.so.6+0xd4491', '/lib/x86_64-linux-gnu/libstdc++.so.6+0xd4491'],
])('%s', (demangled, short) => {
  expect(shortFunction(demangled)).toBe(short);
});

const string = 'std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >';

test.each([
  [`f(${string} const&, int)`, 'f(std::string const&, int)'],
  [
    `std::map<${string}, std::vector<int, std::allocator<int> >, std::less<${string} >, ` +
      `std::allocator<std::pair<${string} const, int> > >::at`,
    'std::map<std::string, std::vector<int>>::at',
  ],
  ['Queue<std::unique_ptr<Node, std::default_delete<Node> > >::head', 'Queue<std::unique_ptr<Node>>::head'],
  [
    'std::map<int, int, std::greater<int>, std::allocator<std::pair<int const, int> > >',
    'std::map<int, int, std::greater<int>>',
  ],
  ['names[abi:cxx11]', 'names'],
  ['operator> >(A<int>)', 'operator> >(A<int>)'],
])('%s', (name, short) => {
  expect(shortTypes(name)).toBe(short);
});
