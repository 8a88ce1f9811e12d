import { useState } from 'react';
import { TEXTS } from '../../api/texts.js';

/** Copies what support will ask for: the code, the request and when it was. */
export function CopyDetails({ lines }: { lines: readonly (string | undefined)[] }) {
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
