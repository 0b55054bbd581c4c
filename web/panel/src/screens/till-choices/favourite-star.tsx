import { call } from '../../api/call.ts';
import { Icon } from '../../ui/text/icon.tsx';
import styles from './till-choices.module.css';
import { useChangeChoices } from './use-till-choices.ts';

/** Puts a product first on the shop's tills, or takes it out of the favourites. */
export function FavouriteStar(props: {
  readonly product: { readonly id: number; readonly name: string };
  readonly isFavourite: boolean;
  readonly onFailed: (error: Error) => void;
}) {
  const { product, isFavourite } = props;
  const change = useChangeChoices((favourite: boolean) =>
    call('POST /till/choices/favourite', { body: { productId: product.id, favourite } }),
  );
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={`Favorito: ${product.name}`}
      disabled={change.isPending}
      onClick={() => change.mutate(!isFavourite, { onError: props.onFailed })}
    >
      <Icon name="star" size={20} />
    </button>
  );
}
