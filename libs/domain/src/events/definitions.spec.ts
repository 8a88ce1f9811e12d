import { readdirSync, readFileSync } from 'node:fs';
import { PERSONAL_FIELDS } from './definitions.js';

const samples = new URL('../../../../test/golden/events/', import.meta.url);

/** Fields of events about a user that are not personal. Every other field must be declared personal. */
const NOT_PERSONAL = new Set([
  'userId',
  'role',
  'previousRole',
  'serviceGroupId',
  'serviceGroupName',
  'serviceGroupVersion',
  'since',
  'until',
  'reason',
  'issuer',
  'method',
]);
const ABOUT_USERS = /^(user\.|service_group\.member_)/;

test('every field of an event about a user is personal, or known not to be', () => {
  const files = readdirSync(samples).filter((name) => ABOUT_USERS.test(name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { type, data } = JSON.parse(readFileSync(new URL(file, samples), 'utf8')) as {
      type: keyof typeof PERSONAL_FIELDS;
      data: object;
    };
    const personal = Object.keys(PERSONAL_FIELDS[type]);
    const undecided = Object.keys(data).filter((name) => !personal.includes(name) && !NOT_PERSONAL.has(name));
    expect({ file, undecided }).toEqual({ file, undecided: [] });
  }
});

test('the placeholder of an erased field says so, and contains nothing of the person', () => {
  expect(PERSONAL_FIELDS['user.email_changed']).toEqual({
    name: '[erased]',
    email: 'erased@rollbook.invalid',
    previousEmail: 'erased@rollbook.invalid',
  });
});
