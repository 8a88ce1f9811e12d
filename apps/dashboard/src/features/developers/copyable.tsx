import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '../../components/controls/button.js';

interface CopyableProps {
  label: string;
  text: string;
}

/** A text to be pasted elsewhere, with its button. */
export function Copyable({ label, text }: CopyableProps) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <p id={id} className="text-sm font-medium">
          {label}
        </p>
        <Button small kind="quiet" aria-label={`${copied ? 'Copied' : 'Copy'}: ${label}`} onClick={copy}>
          {copied ? (
            <Check aria-hidden className="size-3.5 text-good" />
          ) : (
            <Copy aria-hidden className="size-3.5" />
          )}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <pre
        tabIndex={0}
        aria-labelledby={id}
        role="region"
        className="max-h-80 overflow-auto rounded-md border border-line bg-sunken px-3 py-2 font-mono text-xs break-all whitespace-pre-wrap text-ink"
      >
        {text}
      </pre>
    </div>
  );
}
