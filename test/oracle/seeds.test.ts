/** Random programs that once showed a difference. */
import { modelNames } from '../../src/model/names';
import type { Litmus } from './litmus';
import { differences, differencesLarge } from './compare';
import { sequenceDifferences } from './compare-sequences';

test('seed 60606065: a trylock fails only where the locks have another order than in the graph at hand', () => {
  const litmus = JSON.parse(`{"locs":2,"mutexes":2,"threads":[
    [{"op":"U","x":0,"o":"acq","r":"a0","k":"cas","v":2,"e":1,"fo":"rlx"},{"op":"T","m":0,"r":"a1"},
    {"op":"IF","r":"a1","v":0,"skip":5},
     {"op":"L","m":1},{"op":"R","x":0,"o":"acq","r":"a4"},{"op":"UL","m":1},{"op":"W","x":1,"o":"rel","v":1},
     {"op":"UL","m":0}],
    [{"op":"R","x":1,"o":"acq","r":"a0"}],
    [{"op":"W","x":0,"o":"rlx","v":1},{"op":"U","x":1,"o":"rlx","r":"a1","k":"xchg","v":1,"e":1},
    {"op":"R","x":0,"o":"rlx","r":"a2"}],
    [{"op":"U","x":0,"o":"rlx","r":"a0","k":"add","v":2,"e":2},{"op":"W","x":1,"o":"rlx","v":2},
     {"op":"U","x":1,"o":"ar","r":"a2","k":"xchg","v":1,"e":2},{"op":"R","x":1,"o":"acq","r":"a3"},
     {"op":"T","m":1,"r":"a4"},
     {"op":"IF","r":"a4","v":0,"skip":2},{"op":"R","x":0,"o":"rlx","r":"a6"},{"op":"UL","m":1}]]}`) as Litmus;
  expect(differencesLarge(litmus)).toEqual([]);
});

test(
  'cancelled: a thread leaves a condition variable long after a signal has woken it, when others have ' +
    'been woken since',
  () => {
    const litmus = JSON.parse(`{"locs":1,"mutexes":1,"conds":1,"semaphores":[0],"threads":[
    [{"op":"L","m":0},{"op":"CW","c":0,"m":0},{"op":"UL","m":0},{"op":"R","x":0,"o":"acq","r":"a3"}],
    [{"op":"CS","c":0},{"op":"L","m":0},{"op":"CW","c":0,"m":0},{"op":"UL","m":0}],
    [{"op":"CS","c":0},{"op":"ST","s":0,"r":"a1"},{"op":"SP","s":0},{"op":"X","t":0}]]}`) as Litmus;
    expect(differencesLarge(litmus)).toEqual([]);
  },
);

test(
  'cancelled: whether another thread waited when a signal came decides who is woken in the stead of ' +
    'one that was cancelled',
  () => {
    const wait = '{"op":"L","m":0},{"op":"CW","c":0,"m":0},{"op":"UL","m":0}';
    const litmus = JSON.parse(`{"locs":1,"mutexes":1,"conds":1,"semaphores":[1],"threads":[
    [{"op":"CS","c":0},{"op":"T","m":0,"r":"a1"},{"op":"IF","r":"a1","v":0,"skip":2},{"op":"CB","c":0},
    {"op":"UL","m":0}],
    [${wait}],[${wait},{"op":"ST","s":0,"r":"a5"}],[{"op":"SW","s":0},{"op":"X","t":1}]]}`) as Litmus;
    expect(differencesLarge(litmus)).toEqual([]);
  },
);

test('seed 888010, several workers: what a search took for impossible is in the trees of another', () => {
  const litmus = JSON.parse(`{"name":"r888010-1","locs":2,"mutexes":0,"onces":2,"threads":[
    [{"op":"R","x":0,"o":"rlx","r":"a0"},{"op":"OB","n":0,"r":"a1"},{"op":"PR","x":1,"r":"a2"},
    {"op":"PR","x":1,"r":"a3"},{"op":"OE","n":0},{"op":"W","x":0,"o":"rlx","v":2},
     {"op":"PW","x":1,"v":{"r":"a1","c":1}}],
    [{"op":"R","x":0,"o":"rlx","r":"a0"}],
    [{"op":"OB","n":0,"r":"a0"},{"op":"W","x":0,"o":"rel","v":1},{"op":"W","x":0,"o":"sc","v":1},
    {"op":"R","x":0,"o":"rlx","r":"a3"},{"op":"OE","n":0}]]}`) as Litmus;
  for (let seed = 0; seed < 50; seed++) expect(differences(litmus, 'rc11', seed)).toEqual([]);
});

test('an exit and the error of a handler at one place of a thread: both count', () => {
  const litmus = JSON.parse(`{"locs":1,"threads":[
    [{"op":"C","t":1},{"op":"R","x":0,"o":"sc","r":"a1"},{"op":"E","how":"exit","code":2}],
    [{"op":"W","x":0,"o":"sc","v":1}]],
    "handlers":{"atexit":[[{"op":"AS","r":"none","v":0}]],"quick":[],"local":[],"destructor":[]}}`) as Litmus;
  for (const model of modelNames) expect(differences(litmus, model)).toEqual([]);
});

test('seed 1501010, odpor: sequences were left out for a wait that turned out not to end there', () => {
  const litmus = JSON.parse(`{"locs":1,"mutexes":0,"threads":[
    [{"op":"R","x":0,"o":"rlx","r":"a0"},{"op":"R","x":0,"o":"acq","r":"a1"},
    {"op":"U","x":0,"o":"acq","r":"a2","k":"add","v":1,"e":1}],
    [{"op":"AW","x":0,"o":"acq","v":1}],
    [{"op":"R","x":0,"o":"rlx","r":"a0"}],
    [{"op":"R","x":0,"o":"sc","r":"a0"},{"op":"R","x":0,"o":"sc","r":"a1"},{"op":"XW","x":0,"o":"acq","v":1},
    {"op":"W","x":0,"o":"sc","v":{"r":"a1","c":1}}]]}`) as Litmus;
  expect(sequenceDifferences(litmus)).toEqual([]);
});

test('seed 310029, odpor: an iteration without progress does not depend on those of other threads', () => {
  const litmus = JSON.parse(`{"locs":2,"mutexes":0,"threads":[
    [{"op":"W","x":0,"o":"rlx","v":1}],
    [{"op":"AD","x":0,"o":"rlx","v":1,"y":1,"again":true,"yo":"rlx"},{"op":"PW","x":1,"v":2}],
    [{"op":"AD","x":0,"o":"rlx","v":1,"y":1,"again":false}]]}`) as Litmus;
  expect(sequenceDifferences(litmus)).toEqual([]);
});

test('seed 371029, several workers: a failed attempt that one has kept is left out by the others, too', () => {
  const litmus = JSON.parse(`{"name":"r371029-0","locs":4,"mutexes":0,"threads":[
    [{"op":"RX","x":0,"o":"acq","fo":"acq","lo":"acq","r":"a0","v":1,"reload":false,
      "touch":{"y":2,"how":"plain read","o":"rel"}},
     {"op":"RX","x":1,"o":"acq","fo":"acq","lo":"acq","r":"a1","v":1,"reload":true}],
    [{"op":"RX","x":0,"o":"ar","fo":"acq","lo":"rlx","r":"a0","v":1,"reload":false},{"op":"PW","x":3,"v":2}],
    [{"op":"U","x":0,"o":"rlx","r":"a0","k":"add","v":1,"e":0}]]}`) as Litmus;
  for (const model of modelNames) expect(differences(litmus, model)).toEqual([]);
});

test('seed 373002: a thread in a loop that waits is served by any write, until attempts are known', () => {
  const litmus = JSON.parse(`{"name":"r373002-7","locs":2,"mutexes":1,"threads":[
    [{"op":"W","x":0,"o":"rlx","v":2},{"op":"L","m":0},{"op":"XW","x":0,"o":"ar","v":2},{"op":"UL","m":0},
     {"op":"W","x":0,"o":"sc","v":1},{"op":"XW","x":0,"o":"rlx","v":1}],
    [{"op":"AW","x":0,"o":"acq","v":2},{"op":"W","x":0,"o":"rel","v":1},{"op":"XW","x":0,"o":"ar","v":2},
     {"op":"XW","x":0,"o":"rlx","v":2}]]}`) as Litmus;
  expect(differences(litmus, 'rc11')).toEqual([]);
});

test('seed 375013: a value with which a thread waits for ever is a value that it may wait for', () => {
  const litmus = JSON.parse(`{"name":"r375013-0","locs":2,"mutexes":0,"threads":[
    [{"op":"XW","x":0,"o":"acq","v":1}],
    [{"op":"RX","x":1,"o":"acq","fo":"acq","lo":"acq","r":"a0","v":1,"reload":true},
     {"op":"RX","x":0,"o":"ar","fo":"acq","lo":"rlx","r":"a1","v":1,"reload":false}]]}`) as Litmus;
  for (const model of modelNames) expect(differences(litmus, model)).toEqual([]);
});

test('barriers: who meets whom shows in what the threads read, though nobody is told who is last', () => {
  const meet = '{"op":"BW","b":0,"r":"b","untold":true}';
  const litmus = JSON.parse(`{"locs":1,"barriers":[2],"threads":[
    [{"op":"W","x":0,"o":"rlx","v":1},${meet}],[${meet},{"op":"R","x":0,"o":"rlx","r":"a"}],
    [${meet}],[${meet}]]}`) as Litmus;
  for (const model of modelNames) expect(differences(litmus, model)).toEqual([]);
});

test('barriers: some threads are told who is last', () => {
  const litmus = JSON.parse(`{"locs":1,"barriers":[2],"threads":[
    [{"op":"BW","b":0,"r":"a"},{"op":"IF","r":"a","v":1,"skip":1},{"op":"W","x":0,"o":"rlx","v":1}],
    [{"op":"BW","b":0,"r":"a","untold":true},{"op":"R","x":0,"o":"rlx","r":"b"}]]}`) as Litmus;
  for (const model of modelNames) expect(differences(litmus, model)).toEqual([]);
});

test('seed 702001: failed attempts of a handler are no part of an execution, either', () => {
  const litmus = JSON.parse(`{"locs":2,"mutexes":0,"threads":[
    [{"op":"C","t":1},{"op":"U","x":1,"o":"rel","fo":"rlx","r":"a1","k":"weak","v":2,"e":1},
     {"op":"E","how":"exit","code":2}],
    [{"op":"U","x":1,"o":"ar","r":"a0","k":"xchg","v":2,"e":2},{"op":"UW","x":1,"o":"sc","fo":"sc","r":"a1","v":1}]],
    "handlers":{"atexit":[[{"op":"UW","x":1,"o":"sc","fo":"rlx","r":"a0","v":2}]],"quick":[],
      "local":[{"op":"W","x":1,"o":"rlx","v":2}],"destructor":[],"afterAll":true}}`) as Litmus;
  expect(differences(litmus, 'rc11')).toEqual([]);
});
