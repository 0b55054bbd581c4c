import { Button, NativeSelect, NumberInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { BRANDS } from './brands.ts';
import styles from './routing.module.css';

/** Where one payment would go, and why. */
export function PaymentTrial({ version }: { readonly version: number }) {
  const [kind, setKind] = useState<'credit' | 'debit'>('credit');
  const [brand, setBrand] = useState('VISA');
  const [amount, setAmount] = useState<number | null>(10_000);
  const [installments, setInstallments] = useState<number | string>(1);
  const [plan, setPlan] = useState<'store' | 'issuer'>('store');
  const test = useMutation({
    mutationFn: () =>
      call('POST /routing/test', {
        body: {
          version,
          payment: { kind, brand, amount: amount ?? 0, installments: Number(installments) || 1, plan },
        },
      }),
  });
  const choice = test.data?.choice;
  return (
    <Sheet>
      <Section title="Testar uma venda">
        <form
          className={styles.fields}
          onSubmit={(event) => {
            event.preventDefault();
            test.mutate();
          }}
        >
          <FieldGrid>
            <NativeSelect
              label="Forma"
              data={[
                { value: 'credit', label: 'Crédito' },
                { value: 'debit', label: 'Débito' },
              ]}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as 'credit' | 'debit')}
            />
            <NativeSelect
              label="Bandeira"
              data={BRANDS.map(([value, label]) => ({ value, label }))}
              value={brand}
              onChange={(event) => setBrand(event.currentTarget.value)}
            />
            <MoneyField label="Valor" value={amount} onChange={setAmount} />
            <NumberInput
              label="Parcelas"
              min={1}
              max={99}
              allowDecimal={false}
              value={installments}
              onChange={setInstallments}
            />
            <NativeSelect
              label="Juros das parcelas"
              data={[
                { value: 'store', label: 'Da loja' },
                { value: 'issuer', label: 'Do emissor' },
              ]}
              value={plan}
              onChange={(event) => setPlan(event.currentTarget.value as 'store' | 'issuer')}
            />
          </FieldGrid>
          <div className={styles.buttons}>
            <Button type="submit" variant="default" loading={test.isPending} disabled={!amount}>
              Ver para onde iria
            </Button>
          </div>
        </form>
        {test.error && <ErrorNotice error={test.error} />}
        <div role="status">
          {choice && (
            <p className={styles.change}>
              <b>{choice.account}</b>
              {choice.next.length > 0 && <span className="soft"> · depois {choice.next.join(', ')}</span>}
              <br />
              {choice.text}
            </p>
          )}
        </div>
      </Section>
    </Sheet>
  );
}
