import { useEffect, useState } from 'react';
import { failureOf } from '../../api/failure.js';
import { TEXTS } from '../../api/texts.js';
import { Button } from '../controls/button.js';
import { lazily } from '../lazily.js';
import { Banner } from './banner.js';

const WhoMay = lazily(async () => (await import('./who-may.js')).WhoMay);

/** What went wrong, in the API's own words, with what support will ask for behind a button. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, detail, code, requestId, retryAfterMs = 0 } = failureOf(error);
  const seconds = useCountdown(error, retryAfterMs);
  // The sign-in dialog says so itself.
  if (code === 'recent_sign_in_needed') return null;
  return (
    <Banner
      tone="bad"
      title={title}
      action={
        (retry ?? seconds > 0) && (
          <Button small disabled={seconds > 0} onClick={retry}>
            {seconds > 0 ? TEXTS.againIn(seconds) : TEXTS.again}
          </Button>
        )
      }
    >
      {detail !== title && <p>{detail}</p>}
      {code && code in TEXTS.needed && <WhoMay code={code} />}
      {code && <CopyDetails lines={[`${code}: ${detail}`, requestId && `${TEXTS.requestId} ${requestId}`]} />}
    </Banner>
  );
}

/** Seconds until the request may be repeated. */
function useCountdown(error: unknown, retryAfterMs: number): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const until = Date.now() + retryAfterMs;
    const tick = () => setSeconds(Math.ceil(Math.max(0, until - Date.now()) / 1_000));
    tick();
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, [error, retryAfterMs]);
  return seconds;
}

/** Copies what support will ask for: the code, the request and when it was. */
function CopyDetails({ lines }: { lines: readonly (string | undefined)[] }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText([...lines, new Date().toISOString()].filter(Boolean).join('\n'));
    setCopied(true);
  }
  return (
    <button
      type="button"
      className="mt-1 min-h-6 text-xs text-muted underline underline-offset-2 hover:text-ink"
      onClick={() => void copy()}
    >
      {copied ? TEXTS.copied : TEXTS.copyDetails}
    </button>
  );
}
