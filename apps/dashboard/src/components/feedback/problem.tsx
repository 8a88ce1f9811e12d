import { failureOf } from '../../api/failure.js';
import { TEXTS } from '../../api/texts.js';
import { Button } from '../controls/button.js';
import { CopyButton } from '../controls/copy-button.js';
import { Banner } from './banner.js';

/** What went wrong in the API's own words, with what support will ask for. */
export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const { title, detail, code, requestId } = failureOf(error);
  return (
    <Banner
      tone="bad"
      title={title}
      action={
        retry && (
          <Button small onClick={retry}>
            {TEXTS.again}
          </Button>
        )
      }
    >
      <p>{detail}</p>
      {code && (
        <p className="mt-1 flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <code className="font-mono">{code}</code>
          {requestId && (
            <span className="inline-flex items-center gap-1">
              {TEXTS.requestId} <code className="font-mono break-all">{requestId}</code>
              <CopyButton text={requestId} label="Copy the request id" />
            </span>
          )}
        </p>
      )}
    </Banner>
  );
}
