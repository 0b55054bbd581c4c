import { TextInput } from '@mantine/core';
import { FieldGrid } from '../screens/form-screen.tsx';
import type { AddressValues } from './address-values.ts';
import type { FaultOf } from './field-faults.ts';

const FIELDS = [
  ['postalCode', 'CEP'],
  ['streetType', 'Tipo de logradouro'],
  ['street', 'Logradouro'],
  ['number', 'Número'],
  ['complement', 'Complemento'],
  ['district', 'Bairro'],
  ['city', 'Cidade'],
  ['state', 'UF'],
] as const satisfies readonly (readonly [keyof AddressValues, string])[];

/** A postal address. */
export function AddressInputs(props: {
  readonly address: AddressValues;
  readonly onChange: (address: AddressValues) => void;
  readonly faultOf: FaultOf;
}) {
  return (
    <FieldGrid>
      {FIELDS.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          maxLength={255}
          value={props.address[name]}
          onChange={(event) => props.onChange({ ...props.address, [name]: event.currentTarget.value })}
          error={props.faultOf(`address.${name}`)}
        />
      ))}
    </FieldGrid>
  );
}
