import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';

const CODE_FIELDS = ['code', 'pairingCode'];

/** Confirms the code that a payment client shows. */
export function PairDialog(props: { readonly terminal: TerminalRow; readonly onClose: () => void }) {
  const { terminal } = props;
  const withStepUp = useStepUp();
  const client = useQueryClient();
  const [code, setCode] = useState('');
  const pair = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call('POST /terminals/:id/payment-client', {
          path: { id: terminal.id },
          body: { pairingCode: code },
        }),
      ),
    onSuccess: async (saved) => {
      client.setQueryData(['terminal', String(saved.id)], saved);
      props.onClose();
      await client.invalidateQueries({ queryKey: ['terminals'] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    pair.mutate();
  };
  const faultOf = useRefused(pair.error, { code });
  const general = generalFault(pair.error, CODE_FIELDS);
  return (
    <Dialog onClose={props.onClose} title={`Parear com ${terminal.name}`}>
      <form onSubmit={submit} noValidate>
        <p className="soft">
          Abra o programa da maquininha no caixa: ele mostra um código de oito letras e números. Confirme só
          um código que você vê na tela dele.
        </p>
        <TextInput
          label="Código"
          placeholder="ABCD-2345"
          required
          data-autofocus
          autoComplete="off"
          maxLength={12}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          error={faultOf('code') ?? faultOf('pairingCode')}
        />
        {terminal.paymentClient && (
          <p className="soft">O programa de hoje deixa de receber vendas e é avisado disso.</p>
        )}
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" fullWidth loading={pair.isPending}>
          Confirmar
        </Button>
      </form>
    </Dialog>
  );
}
