import { shortFunction } from '../../src/report/function-name';

test.each([
  ['main', 'main'],
  ['main::$_0::operator()() const', 'lambda in main'],
  ['main::{lambda()#1}::operator()() const', 'lambda in main'],
  ['Pool::Pool(unsigned long)::{lambda()#1}::operator()() const', 'lambda in Pool::Pool'],
  ['boost::lockfree::queue<int, boost::lockfree::capacity<4ul> >::node::node(int const&, unsigned short)', 'boost::lockfree::queue::node::node'],
  ['void std::__invoke_impl<void, main::$_0>(std::__invoke_other, main::$_0&&)', 'std::__invoke_impl'],
  ['(anonymous namespace)::work(int)', 'work'],
  ['std::thread::join()', 'std::thread::join'],
  ['Counter::operator()(int)', 'Counter::operator()'],
  ['bool operator<(A const&, B const&)', 'operator<'],
  ['/lib/x86_64-linux-gnu/libstdc++.so.6+0xd4491', '/lib/x86_64-linux-gnu/libstdc++.so.6+0xd4491'],
])('%s', (demangled, short) => {
  expect(shortFunction(demangled)).toBe(short);
});
