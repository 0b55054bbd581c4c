import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { ProductForm } from './product-form.tsx';

const CATEGORIES_SHOWN = 200;

function useCategories() {
  return useQuery({
    queryKey: ['categories', 'all'],
    queryFn: ({ signal }) => call('GET /categories', { query: { limit: CATEGORIES_SHOWN }, signal }),
  });
}

/** An existing product. */
export function ProductScreen() {
  const { id } = useParams({ from: '/inside/produtos/$id' });
  const product = useQuery({
    queryKey: ['product', id],
    queryFn: ({ signal }) => call('GET /products/:id', { path: { id }, signal }),
    refetchOnWindowFocus: false,
  });
  const categories = useCategories();
  const failed = product.error ?? categories.error;
  if (failed) return <ErrorNotice error={failed} onRetry={() => product.refetch()} />;
  if (!product.data || !categories.data) return <Loading />;
  return <ProductForm key={product.data.id} product={product.data} categories={categories.data.items} />;
}

export function NewProductScreen() {
  const categories = useCategories();
  if (categories.error) return <ErrorNotice error={categories.error} onRetry={() => categories.refetch()} />;
  if (!categories.data) return <Loading />;
  return <ProductForm product={undefined} categories={categories.data.items} />;
}
