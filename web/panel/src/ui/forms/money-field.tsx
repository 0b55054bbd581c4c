import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { money } from '../text/format.ts';
import { type TypedMoney, typeMoney } from './money-typing.ts';

/** The one field for amounts of the panel, in centavos; null while it is empty. */
export function MoneyField({
  value,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: number | null;
  readonly onChange: (cents: number | null) => void;
}) {
  const [typed, setTyped] = useState<TypedMoney>({ cents: value });
  // It may have been changed from outside, as by the keys of the till.
  const held = typed.cents === value ? typed : { cents: value };
  const shown = value === null ? '' : money(value);
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      placeholder="R$ 0,00"
      {...props}
      value={shown}
      onChange={(event) => {
        const next = typeMoney(held, shown, event.currentTarget.value);
        setTyped(next);
        onChange(next.cents);
      }}
    />
  );
}
