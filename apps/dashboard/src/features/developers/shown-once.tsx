import type { ReactNode } from 'react';
import type { Write } from '../../api/writes.js';
import { Button } from '../../components/controls/button.js';
import { Banner } from '../../components/feedback/banner.js';
import { Dialog } from '../../components/overlays/dialog.js';
import { CopyAs } from '../copy-as/copy-as.js';
import { Copyable } from './copyable.js';

interface ShownOnceProps {
  title: string;
  /** Why it must be copied now. */
  what: string;
  label: string;
  secret: string;
  /** What has issued it, offered for copying. */
  writes: readonly Write[];
  done: string;
  onClose: () => void;
  children?: ReactNode;
}

/** A secret, which cannot be read again later. */
export function ShownOnce({ title, what, label, secret, writes, done, onClose, children }: ShownOnceProps) {
  return (
    <Dialog
      title={title}
      wide
      onClose={onClose}
      footer={
        <>
          {writes.length > 0 && <CopyAs calls={writes} />}
          <Button kind="primary" onClick={onClose}>
            {done}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 text-sm">
        <Banner tone="warn">{what}</Banner>
        <Copyable label={label} text={secret} />
        {children}
      </div>
    </Dialog>
  );
}
