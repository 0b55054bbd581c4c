import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { FieldGrid, Folded } from '../../ui/screens/form-screen.tsx';
import { BRANDS } from './brands.ts';
import styles from './routing.module.css';
import type { RuleValues, YesNo } from './rule-values.ts';

const KINDS = [
  ['credit', 'Crédito'],
  ['debit', 'Débito'],
] as const;
const WEEKDAYS = [
  ['mon', 'Seg'],
  ['tue', 'Ter'],
  ['wed', 'Qua'],
  ['thu', 'Qui'],
  ['fri', 'Sex'],
  ['sat', 'Sáb'],
  ['sun', 'Dom'],
] as const;
const ANY = { value: '', label: 'Tanto faz' } as const;

type Change = (change: Partial<RuleValues>) => void;

/** What must hold so that a rule decides. What is left empty is no condition. */
export function ConditionFields({
  values,
  onChange,
}: {
  readonly values: RuleValues;
  readonly onChange: Change;
}) {
  const { installments, amount } = values;
  return (
    <>
      <Checks label="Forma" choices={KINDS} chosen={values.kinds} onChange={(kinds) => onChange({ kinds })} />
      <Checks
        label="Bandeira"
        choices={BRANDS}
        chosen={values.brands}
        onChange={(brands) => onChange({ brands })}
      />
      <FieldGrid>
        <NumberInput
          label="Parcelas, de"
          min={1}
          max={99}
          allowDecimal={false}
          value={installments[0]}
          onChange={(from) => onChange({ installments: [numberOf(from), installments[1]] })}
        />
        <NumberInput
          label="Parcelas, até"
          min={1}
          max={99}
          allowDecimal={false}
          value={installments[1]}
          onChange={(to) => onChange({ installments: [installments[0], numberOf(to)] })}
        />
        <MoneyField
          label="Valor, de"
          value={amount[0]}
          onChange={(from) => onChange({ amount: [from, amount[1]] })}
        />
        <MoneyField
          label="Valor, até"
          value={amount[1]}
          onChange={(to) => onChange({ amount: [amount[0], to] })}
        />
      </FieldGrid>
      <Folded title="Mais condições">
        <MoreConditions values={values} onChange={onChange} />
      </Folded>
    </>
  );
}

function MoreConditions({ values, onChange }: { readonly values: RuleValues; readonly onChange: Change }) {
  const { hours } = values;
  return (
    <>
      <FieldGrid>
        <TextInput
          label="Começo do cartão (BIN)"
          description="De 6 a 8 dígitos, separados por vírgula"
          maxLength={500}
          value={values.bins}
          onChange={(event) => onChange({ bins: event.currentTarget.value })}
        />
        <NativeSelect
          label="Juros das parcelas"
          data={[ANY, { value: 'store', label: 'Da loja' }, { value: 'issuer', label: 'Do emissor' }]}
          value={values.plan}
          onChange={(event) => onChange({ plan: event.currentTarget.value })}
        />
        <NativeSelect
          label="Recorrência"
          data={[
            ANY,
            { value: 'any', label: 'Qualquer venda de recorrência' },
            { value: 'first', label: 'A primeira' },
            { value: 'following', label: 'As seguintes' },
          ]}
          value={values.recurrence}
          onChange={(event) => onChange({ recurrence: event.currentTarget.value })}
        />
        <NativeSelect
          label="3-D Secure"
          data={[ANY, { value: 'yes', label: 'Com' }, { value: 'no', label: 'Sem' }]}
          value={values.threeDs}
          onChange={(event) => onChange({ threeDs: event.currentTarget.value as YesNo })}
        />
        <TextInput
          label="Hora, das"
          type="time"
          value={hours[0]}
          onChange={(event) => onChange({ hours: [event.currentTarget.value, hours[1]] })}
        />
        <TextInput
          label="Hora, até"
          description="Antes da primeira, é do dia seguinte"
          type="time"
          value={hours[1] === '24:00' ? '' : hours[1]}
          onChange={(event) => onChange({ hours: [hours[0], event.currentTarget.value] })}
        />
      </FieldGrid>
      <Checks
        label="Dias"
        choices={WEEKDAYS}
        chosen={values.weekdays}
        onChange={(weekdays) => onChange({ weekdays })}
      />
    </>
  );
}

function Checks({
  label,
  choices,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange}>
      <div className={styles.checks}>
        {choices.map(([value, text]) => (
          <Checkbox key={value} value={value} label={text} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

function numberOf(value: string | number): number | '' {
  return value === '' ? '' : Number(value);
}
