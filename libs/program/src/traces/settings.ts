/** Where spans go, and which. The variables are OpenTelemetry's own. */
export interface TraceSettings {
  /** Where to send spans: OTLP over HTTP, as JSON. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The attributes of the spans, besides the service's name. */
  resource: Readonly<Record<string, string>>;
  /** The share of traces beginning here that is sampled, 0 to 1. Others are sampled if their caller says so. */
  ratio: number;
}

const SAMPLERS = ['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const;

/**
 * Reads where to send spans; undefined when the environment names no endpoint.
 * Source: https://opentelemetry.io/docs/specs/otel/protocol/exporter/ and .../configuration/sdk-environment-variables/
 * @param serviceName unless OTEL_SERVICE_NAME has another
 * @throws Error that names the variable that is wrong
 */
export function readTraceSettings(env: NodeJS.ProcessEnv, serviceName: string): TraceSettings | undefined {
  const read = (name: string) => env[name]?.trim() || undefined;
  if (read('OTEL_SDK_DISABLED') === 'true') return undefined;
  const own = read('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT');
  const shared = read('OTEL_EXPORTER_OTLP_ENDPOINT');
  if (!own && !shared) return undefined;
  const name = own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const protocol = read('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL') ?? read('OTEL_EXPORTER_OTLP_PROTOCOL');
  if (protocol !== undefined && protocol !== 'http/json')
    throw new Error(`OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, not "${protocol}".`);
  const resource = pairs('OTEL_RESOURCE_ATTRIBUTES', read('OTEL_RESOURCE_ATTRIBUTES'));
  const service = read('OTEL_SERVICE_NAME') ?? resource['service.name'] ?? serviceName;
  return {
    url: endpoint(name, own ?? `${(shared as string).replace(/\/+$/, '')}/v1/traces`),
    headers: pairs('OTEL_EXPORTER_OTLP_HEADERS', read('OTEL_EXPORTER_OTLP_HEADERS')),
    resource: { ...resource, 'service.name': service },
    ratio: ratio(read('OTEL_TRACES_SAMPLER'), read('OTEL_TRACES_SAMPLER_ARG')),
  };
}

function endpoint(name: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new Error(`${name} must be a URL with http: or https:, not "${text}".`);
}

/** `key=value,key=value`, with percent-encoded values. The values may be secret: no message shows one. */
function pairs(name: string, text = ''): Record<string, string> {
  const entries = text
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [, key, value = ''] = /^\s*([^=\s]+)\s*=(.*)$/s.exec(entry) ?? [];
      if (key === undefined) throw new Error(`${name} must be a list of key=value.`);
      try {
        return [key, decodeURIComponent(value.trim())] as const;
      } catch {
        throw new Error(`${name} has a value that is not correctly percent-encoded: that of ${key}.`);
      }
    });
  return Object.fromEntries(entries);
}

function ratio(sampler = 'parentbased_always_on', argument = '1'): number {
  if (!(SAMPLERS as readonly string[]).includes(sampler))
    throw new Error(`OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, not "${sampler}".`);
  if (sampler !== 'parentbased_traceidratio') return sampler === 'parentbased_always_on' ? 1 : 0;
  const value = Number(argument);
  if (!(value >= 0 && value <= 1))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}".`);
  return value;
}
