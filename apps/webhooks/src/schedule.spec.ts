import fc from 'fast-check';
import { retryAfterMs } from '#libs/client';
import { delayBeforeNext, MAX_RETRY_AFTER_MS, RETRY_DELAYS_MS } from './schedule.js';

const NOW = Date.parse('2026-03-03T12:00:00.000Z');
const IN_TWO_MINUTES = 120_000;

test.each([
  ['120', IN_TWO_MINUTES],
  [' 120 ', IN_TWO_MINUTES],
  ['0', 0],
  ['99999999999', 99_999_999_999_000],
  ['Tue, 03 Mar 2026 12:02:00 GMT', IN_TWO_MINUTES],
  ['Tuesday, 03-Mar-26 12:02:00 GMT', IN_TWO_MINUTES],
  // GMT, whatever the zone of this process.
  ['Tue Mar  3 12:02:00 2026', IN_TWO_MINUTES],
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['Sunday, 06-Nov-94 08:49:37 GMT', 0],
])('"%s" asks for %d ms', (value, expected) => expect(retryAfterMs(value, NOW)).toBe(expected));

test.each([
  undefined,
  '',
  '-1',
  '1.5',
  '1e3',
  'soon',
  'Tue, 03 Mar 2026 12:02:00 CET',
  '2026-03-03T12:02:00Z',
])('"%s" asks for nothing', (value) => expect(retryAfterMs(value, NOW)).toBeUndefined());

test('every date in the form of HTTP is understood to the second', () => {
  const seconds = fc.integer({ min: 0, max: 4_102_444_799 });
  const property = fc.property(seconds, seconds, (now, at) => {
    const text = new Date(at * 1_000).toUTCString();
    expect(retryAfterMs(text, now * 1_000)).toBe(Math.max(0, at - now) * 1_000);
  });
  fc.assert(property);
});

test('the next attempt is never before the endpoint asks, nor later than an hour for it, whatever it answers', () => {
  const property = fc.property(fc.string(), fc.nat(RETRY_DELAYS_MS.length), (value, tries) => {
    const requested = retryAfterMs(value, NOW) ?? 0;
    const delay = delayBeforeNext(RETRY_DELAYS_MS, tries, requested, Math.random);
    const planned = RETRY_DELAYS_MS[tries - 1];
    if (planned === undefined) return expect(delay).toBeUndefined();
    expect(delay).toBeGreaterThanOrEqual(Math.min(requested, MAX_RETRY_AFTER_MS));
    expect(delay).toBeLessThanOrEqual(Math.max(planned * 1.2 + 1, MAX_RETRY_AFTER_MS));
  });
  fc.assert(property);
});
