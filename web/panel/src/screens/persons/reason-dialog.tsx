import { Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';

const MAX_REASON = 300;

/** Asks for a reason before access is revoked; it is stored in the audit. */
export function ReasonDialog(props: {
  readonly title: string;
  readonly verb: string;
  readonly children: ReactNode;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const faultOf = useRefused(props.error, { reason });
  return (
    <ConfirmDialog
      title={props.title}
      verb={props.verb}
      pending={props.pending}
      error={generalFault(props.error, ['reason']) ?? null}
      onConfirm={() => props.onConfirm(reason)}
      onClose={props.onClose}
    >
      {props.children}
      <Textarea
        label="Motivo"
        description="Fica na auditoria, com o seu nome"
        required
        mt="md"
        autosize
        minRows={2}
        maxLength={MAX_REASON}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        error={faultOf('reason')}
      />
    </ConfirmDialog>
  );
}
