/**
 * A route serializer that keeps the members in the written order, which is that of the specification.
 * Fastify's own puts required members first and takes twice as long.
 */
export const inWrittenOrder = () => JSON.stringify;
