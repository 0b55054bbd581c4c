import { TextInput } from '@mantine/core';
import { FieldGrid } from '../screens/form-screen.tsx';
import type { AddressValues } from './address-values.ts';
import type { FaultOf } from './field-faults.ts';
import { usePlaceOfCep } from './use-place-of-cep.ts';

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

/** A postal address: state and city follow from the CEP. */
export function AddressInputs(props: {
  readonly address: AddressValues;
  readonly onChange: (address: AddressValues) => void;
  readonly faultOf: FaultOf;
}) {
  const { address, onChange } = props;
  const findPlace = usePlaceOfCep(address, (place) => onChange({ ...address, ...place }));
  const change = (name: keyof AddressValues, value: string) => {
    onChange({ ...address, [name]: value });
    if (name === 'postalCode') findPlace(value);
  };
  return (
    <FieldGrid>
      {FIELDS.map(([name, label]) => (
        <TextInput
          key={name}
          label={label}
          maxLength={255}
          value={address[name]}
          onChange={(event) => change(name, event.currentTarget.value)}
          error={props.faultOf(`address.${name}`)}
        />
      ))}
    </FieldGrid>
  );
}
