import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { useShiftWrite } from './use-open-shift.ts';

/** Opens a till with the cash that is counted for change. */
export function OpenShiftDialog(props: {
  readonly terminal: { readonly id: number; readonly name: string };
  readonly onClose: () => void;
}) {
  const { terminal, onClose } = props;
  const [cash, setCash] = useState<number | null>(null);
  const [operatorId, setOperatorId] = useState('');
  const operators = useQuery({
    queryKey: ['till-operators'],
    queryFn: ({ signal }) => call('GET /till/operators', { signal }),
  });
  const open = useShiftWrite<object>((more, key) => {
    const body = { terminalId: terminal.id, openingCash: cash ?? 0, ...more };
    return call('POST /till/shifts', { body, idempotencyKey: key });
  }, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    open.mutate(operatorId === '' ? {} : { operatorId: Number(operatorId) });
  };
  const faultOf = useRefused(open.error, { openingCash: cash, operatorId });
  const general = generalFault(open.error, ['openingCash', 'operatorId']);
  const names = operators.data?.items ?? [];
  return (
    <Dialog title={`Abrir o caixa ${terminal.name}`} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <MoneyField
          label="Dinheiro no caixa agora"
          description="O troco com que o dia começa. Sem dinheiro, deixe vazio."
          value={cash}
          onChange={setCash}
          error={faultOf('openingCash')}
        />
        {names.length > 0 && (
          <NativeSelect
            mt="md"
            label="Operador"
            data={[
              { value: '', label: 'Quem está no painel' },
              ...names.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={operatorId}
            onChange={(event) => setOperatorId(event.currentTarget.value)}
            error={faultOf('operatorId')}
          />
        )}
        {general && <ErrorNotice error={general} />}
        <Button type="submit" mt="lg" size="md" fullWidth loading={open.isPending}>
          Abrir o caixa
        </Button>
      </form>
    </Dialog>
  );
}
