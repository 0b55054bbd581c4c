import { Button, NativeSelect, NumberInput, Switch } from '@mantine/core';
import type { RoutingAccount } from '../../../../../src/panel/routing/schema.ts';
import { Item, ItemList } from '../../ui/lists/item-list.tsx';
import styles from './routing.module.css';
import type { RuleValues } from './rule-values.ts';

/** The accounts of a rule in the order of the tries, and how the first place is shared out. */
export function AccountFields({
  values,
  all,
  onChange,
}: {
  readonly values: RuleValues;
  /** What can be chosen. */
  readonly all: readonly Pick<RoutingAccount, 'provider' | 'name'>[];
  readonly onChange: (change: Partial<RuleValues>) => void;
}) {
  const { accounts, isSplit, shares } = values;
  const others = all.filter(({ provider }) => !accounts.includes(provider));
  const nameOf = (account: string) => all.find(({ provider }) => provider === account)?.name ?? account;
  const swap = (index: number) => {
    const moved = [...accounts];
    moved.splice(index - 1, 2, ...accounts.slice(index - 1, index + 1).toReversed());
    onChange({ accounts: moved });
  };
  return (
    <div className={styles.accounts}>
      <ItemList>
        {accounts.map((account, index) => (
          <Item
            key={account}
            title={nameOf(account)}
            detail={isSplit ? undefined : index === 0 ? 'Primeira' : 'Se a anterior não puder'}
            actions={
              <>
                {isSplit && (
                  <NumberInput
                    aria-label={`Porcentagem de ${nameOf(account)}`}
                    suffix="%"
                    min={0}
                    max={100}
                    decimalScale={1}
                    decimalSeparator=","
                    hideControls
                    className={styles.share}
                    value={shares[account] ?? ''}
                    onChange={(share) =>
                      onChange({ shares: { ...shares, [account]: share === '' ? '' : Number(share) } })
                    }
                  />
                )}
                {index > 0 && (
                  <Button
                    size="xs"
                    variant="subtle"
                    onClick={() => swap(index)}
                    aria-label={`Subir ${nameOf(account)}`}
                  >
                    Subir
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  aria-label={`Tirar ${nameOf(account)}`}
                  onClick={() => onChange({ accounts: accounts.filter((one) => one !== account) })}
                >
                  Tirar
                </Button>
              </>
            }
          />
        ))}
      </ItemList>
      {others.length > 0 && (
        <NativeSelect
          label="Acrescentar conta"
          data={['', ...others.map(({ provider, name }) => ({ value: provider, label: name }))]}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            if (value !== '') onChange({ accounts: [...accounts, value] });
          }}
        />
      )}
      {accounts.length > 1 && (
        <Switch
          label="Dividir as vendas por porcentagem"
          description="A mesma venda repetida vai sempre para a mesma conta"
          checked={isSplit}
          onChange={(event) => onChange({ isSplit: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
