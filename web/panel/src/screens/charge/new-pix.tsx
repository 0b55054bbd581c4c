import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { NewPixBody } from '../../../../../src/panel/charge/schema.ts';
import { call } from '../../api/call.ts';
import { useRequestKey } from '../../api/request-key.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { Folded } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import styles from './charge.module.css';

const LIVES = [
  { value: '60', label: '1 hora' },
  { value: '1440', label: '1 dia' },
  { value: '10080', label: '7 dias' },
];
const FIELDS = ['amount', 'description', 'referenceId', 'customerName', 'customerDocument'];
const EMPTY = {
  amount: null as number | null,
  lasts: '1440',
  description: '',
  referenceId: '',
  customerName: '',
  customerDocument: '',
};

export function NewPix({ onMade }: { readonly onMade: (id: string) => void }) {
  const form = useFields(EMPTY);
  const { idempotencyKey, onError } = useRequestKey();
  const make = useMutation({
    mutationFn: () => call('POST /charges/pix', { body: bodyOf(form.values), idempotencyKey }),
    onSuccess: ({ id }) => onMade(id),
    onError,
  });
  const faultOf = useRefused(make.error, form.values);
  const { amount } = form.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Sheet>
        <Section title="Quanto">
          <MoneyField
            aria-label="Valor"
            classNames={{ input: styles.amount as string }}
            size="xl"
            required
            autoFocus
            {...form.money('amount')}
            error={faultOf('amount')}
          />
          <TextInput
            mt="md"
            label="Para quê"
            description="O cliente lê isto no banco dele"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={140}
            {...form.text('description')}
            error={faultOf('description')}
          />
        </Section>
        <Folded title="Cliente, pedido e prazo">
          <div className={styles.more}>
            <TextInput
              label="Nome do cliente"
              maxLength={100}
              {...form.text('customerName')}
              error={faultOf('customerName')}
            />
            <TextInput
              label="CPF ou CNPJ do cliente"
              maxLength={30}
              {...form.text('customerDocument')}
              error={faultOf('customerDocument')}
            />
            <TextInput
              label="Pedido"
              maxLength={100}
              {...form.text('referenceId')}
              error={faultOf('referenceId')}
            />
            <NativeSelect label="Pode ser pago por" data={LIVES} {...form.text('lasts')} />
          </div>
        </Folded>
      </Sheet>
      <ErrorOf error={generalFault(make.error, FIELDS)} />
      <Button
        type="submit"
        fullWidth
        size="lg"
        mt="md"
        loading={make.isPending}
        disabled={amount === null || amount === 0}
      >
        {amount ? `Cobrar ${money(amount)}` : 'Cobrar'}
      </Button>
    </form>
  );
}

function ErrorOf({ error }: { readonly error: Error | undefined }) {
  return error ? <ErrorNotice error={error} /> : null;
}

function bodyOf({ amount, lasts, ...texts }: typeof EMPTY): NewPixBody {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return { amount: amount ?? 0, lasts: lasts as NewPixBody['lasts'], ...Object.fromEntries(given) };
}
