import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

/** Asks for confirmation before something irreversible. */
export function ConfirmDialog(props: {
  readonly title: string;
  readonly children: ReactNode;
  /** The action, as a verb. */
  readonly verb: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  return (
    <Dialog onClose={props.onClose} title={props.title}>
      {props.children}
      {props.error && <ErrorNotice error={props.error} />}
      <Button mt="lg" fullWidth color="var(--wrong)" loading={props.pending} onClick={props.onConfirm}>
        {props.verb}
      </Button>
      <Button mt="xs" fullWidth variant="subtle" onClick={props.onClose}>
        Voltar
      </Button>
    </Dialog>
  );
}
