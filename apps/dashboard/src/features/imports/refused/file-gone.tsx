import { useRef } from 'react';
import { Button } from '../../../components/controls/button.js';
import { Banner } from '../../../components/feedback/banner.js';
import type { Kind } from '../columns.js';
import { ACCEPTED_FILES } from '../file-drop.js';
import { TEXTS } from '../texts.js';
import type { ImportFlow } from '../use-import.js';

interface FileGoneProps {
  flow: ImportFlow;
  /** Whether its name is known. */
  isOwn: boolean;
  kind: Kind;
}

/** Says that the file has to be chosen again, and takes it. */
export function FileGone({ flow: { draft, takeAgain }, isOwn, kind }: FileGoneProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Banner
      tone="warn"
      {...(isOwn && { title: TEXTS.goneTitle(draft.fileName) })}
      action={
        <Button small onClick={() => input.current?.click()}>
          {TEXTS.chooseAgain}
        </Button>
      }
    >
      {isOwn ? TEXTS.gone : TEXTS.goneElsewhere}
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_FILES}
        hidden
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) takeAgain(file, kind);
        }}
      />
    </Banner>
  );
}
