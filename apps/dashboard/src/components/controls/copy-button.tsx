import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from './button.js';

const SHOWN_MS = 1_500;

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  }
  return (
    <IconButton label={copied ? 'Copied' : label} className="size-6" onClick={() => void copy()}>
      {copied ? (
        <Check aria-hidden className="size-3.5 text-good" />
      ) : (
        <Copy aria-hidden className="size-3.5" />
      )}
    </IconButton>
  );
}

/** An id, with a button that copies it. */
export function CopyableId({ id }: { id: string }) {
  return (
    <span className="-my-0.5 flex max-w-full min-w-0 items-center gap-1">
      <code className="min-w-0 break-all font-mono text-xs text-muted">{id}</code>
      <CopyButton text={id} label={`Copy ${id}`} />
    </span>
  );
}
