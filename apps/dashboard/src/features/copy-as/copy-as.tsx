import { useState } from 'react';
import type { ApiCall } from '../../api/writes.js';
import { Menu, MenuItem } from '../../components/overlays/menu.js';
import { Button } from '../../components/controls/button.js';
import { clientCallOf, commandOf, curlOf } from './copied.js';
import { TEXTS } from './texts.js';

interface CopyAsProps {
  calls: readonly ApiCall[];
  /** What these are, for those who do not see where the button stands. */
  of?: string;
}

/** Copies what was just done, or what a page shows, as a command or call that does the same. */
export function CopyAs({ calls, of }: CopyAsProps) {
  const [copied, setCopied] = useState(false);
  const commands = calls.map(commandOf);
  const name = copied ? TEXTS.copied : TEXTS.copyAs;
  const copy = (texts: readonly (string | undefined)[]) =>
    void navigator.clipboard.writeText(`${texts.join('\n')}\n`).then(() => setCopied(true));
  return (
    <Menu
      trigger={
        <Button small kind="quiet" {...(of && { 'aria-label': `${name}: ${of}` })}>
          {name}
        </Button>
      }
    >
      <MenuItem onSelect={() => copy(calls.map((call) => curlOf(location.origin, call)))}>
        {TEXTS.curl}
      </MenuItem>
      {!commands.includes(undefined) && <MenuItem onSelect={() => copy(commands)}>{TEXTS.command}</MenuItem>}
      <MenuItem onSelect={() => copy(calls.map(clientCallOf))}>{TEXTS.client}</MenuItem>
    </Menu>
  );
}
