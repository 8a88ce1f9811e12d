import { readTraceSettings } from './settings.js';

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/' };

test('without an endpoint, or switched off, nothing is exported', () => {
  expect(readTraceSettings({}, 'api')).toBeUndefined();
  expect(readTraceSettings({ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }, 'api')).toBeUndefined();
});

test('the endpoint alone will do', () => {
  expect(readTraceSettings(COLLECTOR, 'api')).toEqual({
    url: new URL('http://collector:4318/v1/traces'),
    headers: {},
    resource: { 'service.name': 'api' },
    ratio: 1,
  });
});

test("OpenTelemetry's variables are understood", () => {
  const settings = readTraceSettings(
    {
      ...COLLECTOR,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b, authorization=Basic Zm9v=',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=prod,service.name=other',
      OTEL_SERVICE_NAME: 'directory',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    'api',
  );
  expect(settings).toEqual({
    url: new URL('https://traces.example/in'),
    headers: { 'x-key': 'a b', authorization: 'Basic Zm9v=' },
    resource: { 'deployment.environment.name': 'prod', 'service.name': 'directory' },
    ratio: 0.25,
  });
});

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
])('%s as "%s" is refused by its name', (name, value) => {
  expect(() => readTraceSettings({ ...COLLECTOR, [name]: value }, 'api')).toThrow(name);
});
