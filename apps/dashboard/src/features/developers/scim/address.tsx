import { Banner } from '../../../components/feedback/banner.js';
import { Card } from '../../../components/layout/card.js';
import { Copyable } from '../copyable.js';
import { TEXTS } from './texts.js';

/** A machine's own names: nobody else reaches it by them. */
const OF_THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

function isReachable(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' && !OF_THIS_MACHINE.test(hostname);
}

export function Address({ baseUrl }: { baseUrl: string | null }) {
  return (
    <Card title={TEXTS.connection}>
      {baseUrl === null ? (
        <Banner tone="warn">{TEXTS.noBaseUrl}</Banner>
      ) : (
        <div className="grid gap-3">
          <Copyable label={TEXTS.baseUrl} text={baseUrl} />
          {!isReachable(baseUrl) && <Banner tone="warn">{TEXTS.notReachable}</Banner>}
        </div>
      )}
    </Card>
  );
}
