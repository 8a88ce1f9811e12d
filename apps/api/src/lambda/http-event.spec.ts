import { toAnswer, toRequest, type HttpEvent } from './http-event.js';

const event: HttpEvent = {
  version: '2.0',
  rawPath: '/v1/accounts',
  rawQueryString: 'limit=2&status=active%2Cclosed',
  headers: { 'content-type': 'application/json', 'x-many': 'a,b' },
  requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
  body: '{"name":"Ärger"}',
  isBase64Encoded: false,
};

test('an event becomes the request it was made of', () => {
  expect(toRequest(event)).toEqual({
    method: 'POST',
    url: '/v1/accounts?limit=2&status=active%2Cclosed',
    headers: event.headers,
    remoteAddress: '192.0.2.1',
    payload: '{"name":"Ärger"}',
  });
});

test('a base64 body is decoded, cookies are one header, and without a query there is no question mark', () => {
  const request = toRequest({
    ...event,
    rawQueryString: '',
    cookies: ['a=1', 'b=2'],
    body: Buffer.from([0xff, 0x00]).toString('base64'),
    isBase64Encoded: true,
  });
  expect(request).toMatchObject({ url: '/v1/accounts', headers: { cookie: 'a=1; b=2' } });
  expect(request.payload).toEqual(Buffer.from([0xff, 0x00]));
});

test.each([
  ['/v1/ä b', '/v1/%C3%A4%20b'],
  ['/v1/a?b#c', '/v1/a%3Fb%23c'],
  ['/v1/user_1.%31', '/v1/user_1.%31'],
  ['/v1/100%', '/v1/100%'],
])('the path %s, decoded by the gateway, is asked for as %s', (rawPath, url) => {
  expect(toRequest({ ...event, rawPath, rawQueryString: '' }).url).toBe(url);
});

test('an answer keeps its status, headers, cookies and text', () => {
  const answer = toAnswer({
    statusCode: 201,
    headers: { etag: '"1"', 'content-length': 5, vary: ['a', 'b'], 'set-cookie': ['x=1', 'y=2'] },
    rawPayload: Buffer.from('"ä"'),
  } as never);
  expect(answer).toEqual({
    statusCode: 201,
    headers: { etag: '"1"', 'content-length': '5', vary: 'a, b' },
    cookies: ['x=1', 'y=2'],
    body: '"ä"',
    isBase64Encoded: false,
  });
});
