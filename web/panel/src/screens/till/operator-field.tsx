import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useMe } from '../../session/session.ts';
import styles from './till.module.css';

export interface TillOperator {
  readonly id: number;
  readonly name: string;
}

const NOBODY: readonly TillOperator[] = [];

/** The active operators of the shop; none while they are being read, and where the terminal does not ask. */
export function useTillOperators(isAsked: boolean): readonly TillOperator[] {
  const operators = useQuery({
    queryKey: ['till-operators'],
    queryFn: ({ signal }) => call('GET /till/operators', { signal }),
    enabled: isAsked,
  });
  return operators.data?.items ?? NOBODY;
}

/** Who sells: an operator of the shop or, where it has none, who is logged in. */
export function OperatorField(props: {
  readonly operators: readonly TillOperator[];
  readonly value: number | undefined;
  readonly onChange: (operatorId: number | undefined) => void;
  readonly error: string | undefined;
}) {
  const { user } = useMe();
  const { operators, value } = props;
  if (operators.length === 0) {
    return (
      <p className={styles.operator}>
        Operador: <b>{user.name}</b>
      </p>
    );
  }
  return (
    <NativeSelect
      label="Operador"
      required
      data={[
        { value: '', label: 'Escolha' },
        ...operators.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? '' : String(value)}
      onChange={({ currentTarget }) =>
        props.onChange(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
      error={props.error}
    />
  );
}
