CREATE TABLE `practice_cost` (
	`cid` text NOT NULL,
	`id` text NOT NULL,
	`centre` text NOT NULL,
	`target` text NOT NULL,
	`name` text NOT NULL,
	`cents` integer NOT NULL,
	`per` text NOT NULL,
	`valid_from` text NOT NULL,
	`valid_to` text,
	`changed_by` text NOT NULL,
	`changed_at` integer NOT NULL,
	PRIMARY KEY(`cid`, `id`)
);
