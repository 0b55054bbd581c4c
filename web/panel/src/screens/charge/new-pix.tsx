import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import type { NewPixBody } from '../../../../../src/panel/charge/schema.ts';
import { call, isRefusal } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { fieldFaults, generalFault } from '../../ui/forms/field-faults.ts';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFields } from '../../ui/forms/use-fields.ts';
import { Folded } from '../../ui/screens/form-screen.tsx';
import { ScreenHead } from '../../ui/screens/screen-head.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { money } from '../../ui/text/format.ts';
import { Icon, type IconName } from '../../ui/text/icon.tsx';
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
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const make = useMutation({
    mutationFn: () => call('POST /charges/pix', { body: bodyOf(form.values), idempotencyKey }),
    onSuccess: ({ id }) => onMade(id),
    // Refused, what was typed may be mended: another charge then. An answer that was lost is asked for again.
    onError: (error) => isRefusal(error) && setKey(crypto.randomUUID()),
  });
  const faultOf = fieldFaults(make.error);
  const { amount } = form.values;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate();
  };
  return (
    <div className={styles.narrow}>
      <ScreenHead title="Cobrar por Pix" />
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
      <OtherWays />
    </div>
  );
}

function ErrorOf({ error }: { readonly error: Error | undefined }) {
  return error ? <ErrorNotice error={error} /> : null;
}

const WAYS: readonly {
  readonly to: string;
  readonly icon: IconName;
  readonly text: string;
  readonly permission: string;
}[] = [
  { to: '/links/novo', icon: 'link', text: 'Link de pagamento', permission: 'links.write' },
  {
    to: '/recorrencias/nova',
    icon: 'refresh',
    text: 'Cartão salvo: uma vez ou todo mês',
    permission: 'clients.write',
  },
  { to: '/caixa', icon: 'cart', text: 'Vender no caixa', permission: 'sales.sell' },
];

function OtherWays() {
  return (
    <nav className={styles.ways} aria-label="Outras formas de cobrar">
      <h2>Outras formas de cobrar</h2>
      <ul>
        {WAYS.map((way) => (
          <Way key={way.to} {...way} />
        ))}
      </ul>
    </nav>
  );
}

function Way({ to, icon, text, permission }: (typeof WAYS)[number]) {
  const may = useMay(permission as Parameters<typeof useMay>[0]);
  if (!may) return null;
  return (
    <li>
      <Link to={to}>
        <Icon name={icon} />
        {text}
        <Icon name="forward" size={15} />
      </Link>
    </li>
  );
}

function bodyOf({ amount, lasts, ...texts }: typeof EMPTY): NewPixBody {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return { amount: amount ?? 0, lasts: lasts as NewPixBody['lasts'], ...Object.fromEntries(given) };
}
