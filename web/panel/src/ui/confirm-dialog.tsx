import { Button, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
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
    <Modal
      opened
      onClose={props.onClose}
      title={props.title}
      centered
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {props.children}
      {props.error && <ErrorNotice error={props.error} />}
      <Button mt="lg" fullWidth color="var(--wrong)" loading={props.pending} onClick={props.onConfirm}>
        {props.verb}
      </Button>
      <Button mt="xs" fullWidth variant="subtle" onClick={props.onClose}>
        Voltar
      </Button>
    </Modal>
  );
}
