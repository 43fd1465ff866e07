// What the site calls an item that RouterOS only numbers: its comment says which ACL, policy or service it is of.

/** `acl guests`, `pbr backups`, `nat`, `implicit permit`; undefined where the comment is another's. */
export function ownName(comment: string): string | undefined {
  const [, group, name = ''] = /^rosc:([^/]+)\/([^/]*)/.exec(comment) ?? [];
  if (group === undefined) return undefined;
  if (group === 'acl' || group === 'pbr') return `${group} ${name}`;
  return group === 'implicit' ? 'implicit permit' : group;
}
