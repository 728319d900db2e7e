// Names of invented people for the demo practice, grouped by origin so that families have plausible
// names; none of them exists.

export interface NamePool {
  share: number;
  women: readonly string[];
  men: readonly string[];
  families: readonly (string | { woman: string; man: string })[];
}
const words = (text: string): string[] => text.trim().split(/\s+/);
/** Family names that differ by gender: `Kowalska/Kowalski`. */
const pairs = (text: string): (string | { woman: string; man: string })[] =>
  words(text).map((w) => {
    const [woman, man] = w.split('/');
    return woman !== undefined && man !== undefined ? { woman, man } : w;
  });

/** German first names by decade of birth, so that a Horst is not a child. */
export const GERMAN_BY_AGE: readonly {
  from: number;
  women: readonly string[];
  men: readonly string[];
}[] = [
  {
    from: 70,
    women: words('Ursula Gerda Ilse Hildegard Helga Ingeborg Christa Waltraud Renate Edeltraud'),
    men: words('Horst Günter Heinz Werner Karl-Heinz Manfred Helmut Siegfried Jürgen Ewald'),
  },
  {
    from: 45,
    women: words('Sabine Petra Claudia Heike Anke Birgit Bärbel Käthe Silke Martina'),
    men: words('Thomas Jörg Uwe Frank Stefan Holger Rüdiger Matthias Björn Götz'),
  },
  {
    from: 20,
    women: words('Julia Anna-Lena Katharina Sarah Franziska Jana Theresa Ännchen Nele Miriam'),
    men: words('Jan Tobias Florian Lukas Sören Maximilian Niklas Jannik Moritz Sönke'),
  },
  {
    from: 0,
    women: words('Emma Mia Lotta Frieda Ida Leni Mathilda Zoë Clara Jule'),
    men: words('Finn Emil Oskar Anton Mats Theo Jakob Levi Kjell Bruno'),
  },
];
export const GERMAN_FAMILIES: readonly string[] = words(`
Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf Schröder Neumann Schwarz Zimmermann
Krüger Hofmann Hartmann Lange Werner Krause Lehmann Köhler Maier Mayer Meier Böhm Großmann Weiß Jäger Vogel Sommerfeld Lüttke Brückner Göbel Höfer Strauß
Groß-Gerau von-Bülow Meyer-Landrut Öztürk-Schmidt Kühnemann Thießen Löwe Dörr Prätorius Süß`).map(
  (n) => n.replace(/^von-/, 'von '),
);

export const POOLS: readonly NamePool[] = [
  {
    share: 16,
    women: words('Ayşe Fatma Özlem Gülşen Elif Zeynep Şule Çiğdem İpek Nurgül Ebru Sıla'),
    men: words('Mehmet Mustafa Ömer Çağlar Şükrü Emre Ünal Yiğit İbrahim Kemal Oğuz Barış'),
    families: words(
      'Yılmaz Kaya Demir Şahin Çelik Yıldız Öztürk Aydın Arslan Doğan Kılıç Güneş Işık Türkoğlu',
    ),
  },
  {
    share: 8,
    women: words('Agnieszka Małgorzata Łucja Zofia Katarzyna Jadwiga Grażyna Wioletta'),
    men: words('Paweł Łukasz Krzysztof Stanisław Wojciech Zbigniew Michał Andrzej'),
    families: pairs(
      'Kowalska/Kowalski Wiśniewska/Wiśniewski Wójcik Zielińska/Zieliński Szymańska/Szymański Nowak Dąbrowska/Dąbrowski Łoś',
    ),
  },
  {
    share: 8,
    women: words('Oksana Olena Nataliia Yuliia Kateryna Sofiia Svitlana Anastasiia'),
    men: words('Oleksandr Andrii Serhii Dmytro Mykola Volodymyr Taras Bohdan'),
    families: words(
      'Shevchenko Kovalenko Bondarenko Tkachenko Melnyk Kravchuk Lysenko Onyshchenko',
    ),
  },
  {
    share: 8,
    women: words('Fatima Aisha Mariam Noor Layla Rania Hanan Amira'),
    men: words('Mohammed Ahmad Omar Yusuf Khaled Hassan Abdulrahman Ali'),
    families: words('Al-Khatib Haddad El-Masri Nasser Al-Hassan Darwish Khoury Bin-Saleh').map(
      (n) => n.replace('Bin-', 'bin '),
    ),
  },
  {
    share: 3,
    women: words('Thị-Lan Minh-Anh Thu-Hà'),
    men: words('Văn-Hùng Đức Quang'),
    families: words('Nguyễn Trần Phạm'),
  },
  {
    share: 3,
    women: words('Giulia Chiara Maria-José Inês Zoë'),
    men: words('Giovanni Matteo João André François'),
    families: words("D'Angelo Gonçalves Núñez Lefèvre Esposito"),
  },
];

export const STREETS: readonly string[] = words(
  'Lindenstraße Ahornweg Birkenallee Gartenstraße Mühlenweg Schillerstraße Kastanienallee Bahnhofstraße Uferpromenade Rosenweg Feldstraße Amselgrund Kirchgasse Hafenstraße',
);
export const BIRTHPLACES: readonly string[] = [
  'Berlin',
  'Potsdam',
  'Hamburg',
  'Köln',
  'Leipzig',
  'Rostock',
  'München',
  'Izmir',
  'Wrocław',
  'Kyjiw',
  'Damaskus',
  'Hanoi',
  'Turin',
];
/** Postal codes of Berlin, so that telephone and place match. */
export const PLACES: readonly { plz: string; city: string }[] = [
  { plz: '10585', city: 'Berlin' },
  { plz: '10709', city: 'Berlin' },
  { plz: '12043', city: 'Berlin' },
  { plz: '13353', city: 'Berlin' },
  { plz: '14467', city: 'Potsdam' },
];
