import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useMay } from '../../session/session.ts';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import type { Fields } from '../../ui/forms/use-fields.ts';
import { usePlaceOfCep } from '../../ui/forms/use-place-of-cep.ts';
import styles from './charge.module.css';
import { KnownClient } from './known-client.tsx';
import { type EMPTY_SLIP, PAYER_FIELDS, type PossibleSlip, payerOfClient } from './slip-values.ts';

interface FieldsProps {
  readonly form: Fields<typeof EMPTY_SLIP>;
  readonly faultOf: FaultOf;
}

/** Whom the bank prints as the payer: a client of the shop, or anybody. */
export function PayerFields({ form, faultOf }: FieldsProps) {
  const readsClients = useMay('clients.read');
  const findPlace = usePlaceOfCep(form.values, ({ state, city }) => {
    form.set('state', state);
    form.set('city', city);
  });
  return (
    <>
      {readsClients && (
        <KnownClient
          onKnown={(client) => {
            for (const [name, value] of Object.entries(payerOfClient(client)))
              form.set(name as keyof typeof EMPTY_SLIP, value);
          }}
        />
      )}
      <div className={styles.two}>
        <TextInput
          label="Nome ou razão social"
          required
          maxLength={100}
          {...form.text('customerName')}
          error={faultOf('customerName')}
        />
        <TextInput
          label="CPF ou CNPJ"
          required
          maxLength={18}
          {...form.text('customerDocument')}
          error={faultOf('customerDocument')}
        />
        <TextInput
          type="email"
          label="E-mail"
          maxLength={254}
          {...form.text('customerEmail')}
          error={faultOf('customerEmail')}
        />
        {PAYER_FIELDS.map(({ name, label, longest, optional }) => (
          <TextInput
            key={name}
            label={label}
            required={!optional}
            maxLength={longest}
            value={form.values[name]}
            onChange={({ currentTarget: { value } }) => {
              form.set(name, value);
              if (name === 'postalCode') findPlace(value);
            }}
            error={faultOf(`address.${name}`)}
          />
        ))}
      </div>
    </>
  );
}

/** What is charged of who pays late, what is printed, and the shop's own name for it. */
export function MoreFields({ form, faultOf, way }: FieldsProps & { readonly way: PossibleSlip }) {
  return (
    <>
      <div className={styles.two}>
        <NumberInput
          label="Dias em que ainda pode ser pago"
          description={`Depois do vencimento, até ${way.mostDaysAfterDue}; vazio: nenhum`}
          min={0}
          max={way.mostDaysAfterDue}
          allowDecimal={false}
          hideControls
          inputMode="numeric"
          {...form.number('payableDaysAfterDue')}
          error={faultOf('payableDaysAfterDue')}
        />
        <TextInput
          label="Pedido"
          description="Aparece na venda"
          maxLength={100}
          {...form.text('referenceId')}
          error={faultOf('referenceId')}
        />
        <Percent
          label="Multa, em %"
          description="A lei permite até 2%"
          {...form.number('fine')}
          error={faultOf('fine')}
        />
        <Percent
          label="Juros ao mês, em %"
          description="A lei permite até 1% ao mês"
          {...form.number('interest')}
          error={faultOf('interest')}
        />
      </div>
      <Textarea
        mt="md"
        label="Instruções impressas no boleto"
        rows={2}
        maxLength={300}
        {...form.text('instructions')}
        error={faultOf('instructions')}
      />
    </>
  );
}

function Percent(props: {
  readonly label: string;
  readonly description: string;
  readonly value: string | number;
  readonly onChange: (value: string | number) => void;
  readonly error: string | undefined;
}) {
  return <NumberInput min={0} max={100} decimalScale={2} decimalSeparator="," hideControls {...props} />;
}
