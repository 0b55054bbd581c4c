import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { Sale } from '../../../../../src/panel/sales/schema.ts';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { money } from '../../ui/text/format.ts';
import { exchangeText, type SaleSlip } from './slip-words.ts';

const FIELDS = ['dueOn'];

/** Asks for the new day, and tells what becomes of the slip that is out. */
export function DueDateDialog({
  sale,
  slip,
  onClose,
}: {
  readonly sale: Sale;
  readonly slip: SaleSlip;
  readonly onClose: () => void;
}) {
  const [range] = useState(slip.newDueDate);
  const [dueOn, setDueOn] = useState('');
  const navigate = useNavigate();
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: () => call('POST /sales/:id/slip/due-date', { path: { id: sale.id }, body: { dueOn } }),
    onSuccess: async ({ id }) => {
      onClose();
      say('Boleto novo emitido: envie-o ao cliente.');
      await navigate({ to: '/vendas/$id', params: { id } });
    },
    // The old one may be canceled, paid or exchanged by now.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['sale', sale.id] }),
        client.invalidateQueries({ queryKey: ['sales'] }),
        client.invalidateQueries({ queryKey: ['slips'] }),
      ]),
  });
  const faultOf = useRefused(change.error, { dueOn });
  const general = generalFault(change.error, FIELDS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (dueOn !== '' && !change.isPending) change.mutate();
  };
  return (
    <Dialog onClose={onClose} title="Novo vencimento">
      <form onSubmit={submit} noValidate>
        <p className="soft">{exchangeText(sale, slip)}</p>
        <TextInput
          mt="md"
          type="date"
          label="Novo vencimento"
          required
          data-autofocus
          {...(range.possible && { min: range.first, max: range.last })}
          value={dueOn}
          onChange={(event) => setDueOn(event.currentTarget.value)}
          error={faultOf('dueOn')}
        />
        {general && (
          <div style={{ marginTop: 14 }}>
            <Notice tone="bad">{general.message}</Notice>
          </div>
        )}
        <Button type="submit" mt="lg" fullWidth size="md" disabled={dueOn === ''} loading={change.isPending}>
          Emitir boleto de {money(sale.amount)}
        </Button>
        <Button mt="xs" fullWidth variant="subtle" onClick={onClose}>
          Voltar
        </Button>
      </form>
    </Dialog>
  );
}
