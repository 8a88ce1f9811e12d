import { currentView, filterOf, isTaken, MAX_VIEWS, parseViews, suggestedName } from './views.js';

const view = (name: string, filter = {}) => ({ name, filter });

test('what is stored is read, except for what is no view', () => {
  const stored = [
    view(' On leave ', { status: 'suspended', at: '2026-01-01', q: '', role: 7 }),
    view('on leave'),
    view('Everybody'),
    view('  '),
    { name: 'Without a filter' },
    'text',
    null,
  ];
  expect(parseViews(JSON.stringify(stored))).toEqual([view('On leave', { status: 'suspended' })]);
});

test.each([null, '', '{', '7', '{"name":"x"}'])('of %p there are none', (stored) => {
  expect(parseViews(stored)).toEqual([]);
});

test('there is an end to how many are read, and to how long they are', () => {
  const stored = Array.from({ length: MAX_VIEWS + 5 }, (_, index) => view(`${index} ${'x'.repeat(100)}`));
  const views = parseViews(JSON.stringify(stored));
  expect(views.length).toBe(MAX_VIEWS);
  expect(views[0]?.name.length).toBe(60);
});

test('the current view is the one whose filter and order are those of the address, whatever else it has', () => {
  const own = [view('In prod', { groupId: 'sgrp_1', sort: 'name' })];
  expect(currentView(own, { groupId: 'sgrp_1', sort: 'name' })?.name).toBe('In prod');
  expect(currentView(own, { groupId: 'sgrp_1' })).toBeUndefined();
  expect(currentView(own, { q: '' })?.name).toBe('Everybody');
  expect(currentView(own, { status: 'suspended' })?.name).toBe('Suspended');
  expect(filterOf({ at: '2026-01-01', role: 'admin' })).toEqual({ role: 'admin' });
});

test('a name is given once, in whatever case, and not to what everybody has', () => {
  const own = [view('On leave')];
  expect(['on LEAVE ', 'suspended', 'Elsewhere'].map((name) => isTaken(name, own))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a name is suggested in the words of the filters', () => {
  expect(suggestedName({ status: 'suspended', role: 'admin', q: 'ada', sort: 'name' }, 'prod')).toBe(
    'Suspended, Admin, prod, ada',
  );
  expect(suggestedName({ sort: 'name' }, undefined)).toBe('');
});
