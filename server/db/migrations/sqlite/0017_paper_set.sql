CREATE TABLE `paper_set` (
	`cid` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`by_name` text NOT NULL,
	`sheets` text NOT NULL,
	`languages` text NOT NULL
);
