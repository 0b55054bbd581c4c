import { TextInput } from '@mantine/core';
import { money } from '../../ui/text/format.ts';
import { typedCents } from './till-sale.ts';

/** An amount typed from the centavos up, as on a pin pad. */
export function MoneyField(props: {
  readonly label: string;
  /** Centavos. */
  readonly value: number;
  readonly onChange: (cents: number) => void;
  readonly className?: string | undefined;
  readonly error?: string | undefined;
  readonly size?: string;
}) {
  return (
    <TextInput
      label={props.label}
      inputMode="numeric"
      autoComplete="off"
      {...(props.size ? { size: props.size } : {})}
      classNames={props.className ? { input: props.className } : {}}
      value={money(props.value)}
      onChange={(event) => props.onChange(typedCents(event.currentTarget.value))}
      error={props.error}
    />
  );
}
